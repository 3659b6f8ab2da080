/** A page asks a worker which build it is of, and says its own; the answer comes by the port. */
export interface BuildQuestion {
  build: string;
}

/** The student wants the new version now. */
export const TAKE_OVER = 'take over';
