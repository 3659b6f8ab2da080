/** Result of a part. Times in milliseconds. */
export interface PartReport {
  /** Calls that failed unexpectedly, and other faults; one line each. */
  failed: readonly string[];
  /** Acknowledged writes that are missing, and those that exist twice. */
  lost: number;
  doubled: number;
  /** Longest time without a successful answer in each step. */
  steps: readonly { name: string; longestOutage: number }[];
}
