import { ProblemError } from '../../platform/http/problem.ts';
import { FORMS_MAX } from './query-forms.ts';
import type { Position } from './search.queries.ts';

/** Where a search goes on. */
export interface SearchEnd {
  order: 'relevant' | 'recent';
  /** The number of the form that is searched. */
  form: number;
  /** Something was found before. */
  found: boolean;
  /** Behind which post. */
  position: Position;
  /** In order of relevance: the part of the posts that is ordered together and was shown in part. */
  part: ShownPart | null;
}

/** Its order may change between two pages, as likes come: what was shown is not shown again. */
export interface ShownPart {
  /** The last post of the part; null where nothing comes behind it. */
  floor: Position | null;
  /** The last letters of the ids of those that were shown. */
  shown: readonly string[];
}

/** Before every post. */
export const BEGINNING: Position = {
  micros: 8_000_000_000_000_000,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Hexadecimal digits of an id that the cursor remembers: four letters in the cursor. */
const TAIL = 6;

export const tailOf = (id: string): string => id.slice(-TAIL);

/** The end as letters that an address may hold. */
export function encodeSearchCursor({ order, form, found, position, part }: SearchEnd): string {
  const flags = `${order === 'recent' ? 't' : 'r'}${form.toString(FORMS_MAX)}${Number(found)}`;
  const start = `${flags}_${encodePosition(position)}`;
  if (!part) return start;
  const shown = Buffer.from(part.shown.join(''), 'hex').toString('base64url');
  return `${start}_${part.floor ? encodePosition(part.floor) : 'end'}_${shown}`;
}

const encodePosition = ({ micros, id }: Position) => `${micros.toString(36)}_${id}`;

const POSITION = '(-?[0-9a-z]{1,11})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const CURSOR = new RegExp(`^([rt])([0-9a-z])([01])_${POSITION}(?:_(?:${POSITION}|end)_((?:[\\w-]{4})+))?$`);

/**
 * Reads a cursor back.
 *
 * @throws {ProblemError} `request.malformed` for anything that {@link encodeSearchCursor} did not make for this order.
 */
export function decodeSearchCursor(cursor: string, order: SearchEnd['order']): SearchEnd {
  const match = CURSOR.exec(cursor);
  if (!match) throw new ProblemError('request.malformed');
  const [, , form = '0', found, micros = '', id = '', floorMicros, floorId = '', shown] = match;
  const end: SearchEnd = {
    order,
    form: Number.parseInt(form, FORMS_MAX),
    found: found === '1',
    position: { micros: Number.parseInt(micros, 36), id },
    part: shown === undefined ? null : { floor: null, shown: readShown(shown) },
  };
  if (end.part && floorMicros !== undefined)
    end.part.floor = { micros: Number.parseInt(floorMicros, 36), id: floorId };
  // A number or base64 can be written in several ways, and a time that PostgreSQL does not know is none of ours.
  if (Math.abs(end.position.micros) > BEGINNING.micros || encodeSearchCursor(end) !== cursor)
    throw new ProblemError('request.malformed');
  return end;
}

const readShown = (letters: string): string[] =>
  Buffer.from(letters, 'base64url').toString('hex').match(/.{6}/g) ?? [];
