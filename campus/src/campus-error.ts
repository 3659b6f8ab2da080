/** Where in a campus file a mistake stands. */
export interface CampusErrorPlace {
  /** Line number in the file, counted from 1, the header line included. */
  row?: number | undefined;
  field?: string | undefined;
}

/** A mistake in a campus folder; the message is one line for the person who edits the folder. */
export class CampusError extends Error {
  override readonly name = 'CampusError';
  readonly file: string;
  readonly row: number | undefined;
  readonly field: string | undefined;

  constructor(file: string, problem: string, place: CampusErrorPlace = {}) {
    const row = place.row === undefined ? '' : ` row ${place.row}`;
    const field = place.field === undefined ? '' : `${row === '' ? '' : ','} field "${place.field}"`;
    super(row + field === '' ? `${file} ${problem}` : `${file}${row}${field}: ${problem}`);
    this.file = file;
    this.row = place.row;
    this.field = place.field;
  }
}
