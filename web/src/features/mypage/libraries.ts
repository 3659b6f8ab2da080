/** What the build lists of the libraries that run in server or browser [LI-01]. */
export interface Libraries {
  /** By name. */
  libraries: readonly Library[];
  /** Each licence text once. */
  texts: readonly string[];
}

export interface Library {
  name: string;
  version: string;
  /** As the library names it: an SPDX expression. */
  licence: string;
  /** The places of its texts in {@link Libraries.texts}. */
  texts: readonly number[];
}
