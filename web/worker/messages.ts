/** A page asks a worker which build it is of, and says its own; the answer comes by the port. */
export interface BuildQuestion {
  build: string;
}

/** The student wants the new version now. */
export const TAKE_OVER = 'take over';

/** A notification was tapped: the page goes to this place, and says so by the port. */
export interface Lead {
  lead: string;
}
