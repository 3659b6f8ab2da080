/** Any endpoint's input, once its exact type is no longer needed. */
export interface RawInput {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}
