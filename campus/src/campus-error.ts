/** Where in a campus file a mistake stands. */
export interface CampusErrorPlace {
  /** Counted from 1. */
  line?: number | undefined;
  field?: string | undefined;
}

/** A mistake in a campus folder; the message is one line for the person who edits the folder. */
export class CampusError extends Error {
  override readonly name = 'CampusError';
  readonly file: string;
  readonly problem: string;
  readonly line: number | undefined;
  readonly field: string | undefined;

  constructor(file: string, problem: string, place: CampusErrorPlace = {}) {
    const line = place.line === undefined ? '' : ` line ${place.line}`;
    const field = place.field === undefined ? '' : `${line === '' ? '' : ','} field "${place.field}"`;
    super(line + field === '' ? `${file} ${problem}` : `${file}${line}${field}: ${problem}`);
    this.file = file;
    this.problem = problem;
    this.line = place.line;
    this.field = place.field;
  }
}

/** Mistakes as they are found: a folder is read to its end, so that all are reported at once. */
export class Mistakes {
  readonly found: CampusError[] = [];
  /** Problems that do not keep the folder from being used. */
  readonly warned: CampusError[] = [];

  add(file: string, problem: string, place: CampusErrorPlace = {}): void {
    this.found.push(new CampusError(file, problem, place));
  }

  warn(file: string, problem: string, place: CampusErrorPlace = {}): void {
    this.warned.push(new CampusError(file, problem, place));
  }
}
