/** Result of a check of one part. */
export interface Finding<Part extends string, Cause extends string = never> {
  part: Part;
  state: 'ok' | 'warn' | 'fail';
  /** Result in one line. */
  text: string;
  /** Remedy; undefined if all is well. */
  todo?: string;
  /** Set if the remedy is not the usual one of the part. */
  cause?: Cause;
}

export const pass = <Part extends string>(part: Part, text: string): Finding<Part> => ({
  part,
  state: 'ok',
  text,
});

export const warn = <Part extends string, Cause extends string = never>(
  part: Part,
  text: string,
  todo: string,
  cause?: Cause,
): Finding<Part, Cause> => ({ part, state: 'warn', text, todo, ...(cause && { cause }) });

/** @param problem a text or an error; becomes one line. */
export const fail = <Part extends string, Cause extends string = never>(
  part: Part,
  problem: unknown,
  todo: string,
  cause?: Cause,
): Finding<Part, Cause> => {
  const said = problem instanceof Error ? problem.message : String(problem);
  const text = said.replaceAll(/\s+/g, ' ').trim() || String(problem);
  return { part, state: 'fail', text, todo, ...(cause && { cause }) };
};
