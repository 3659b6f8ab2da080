/** Libraries of server and browser, listed by the build [LI-01]. */
export interface Libraries {
  /** Sorted by name. */
  libraries: readonly Library[];
  /** Each licence text once. */
  texts: readonly string[];
}

export interface Library {
  name: string;
  version: string;
  /** SPDX expression given by the library. */
  licence: string;
  /** Indexes of its texts in {@link Libraries.texts}. */
  texts: readonly number[];
}
