/** What a part found. Times in milliseconds. */
export interface PartReport {
  /** Calls that should have been answered well and were not, and whatever else was not as it must be; one line each. */
  failed: readonly string[];
  /** Writes that were acknowledged and are not there, and such that are there twice. */
  lost: number;
  doubled: number;
  /** The longest time without a good answer in each step. */
  steps: readonly { name: string; longestOutage: number }[];
}
