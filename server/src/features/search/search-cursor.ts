import { ProblemError } from '../../http/problem.ts';
import { FORMS_MAX } from './query.ts';
import type { Position } from './statements.ts';

export interface SearchEnd {
  order: 'relevant' | 'recent';
  form: number;
  /** Whether earlier pages had matches. */
  found: boolean;
  position: Position;
  /** Relevance order: the posts ranked together, partly shown; otherwise null. */
  part: ShownPart | null;
}

/** Likes may change the order; shown posts are not repeated. */
interface ShownPart {
  /** Last post of the part; null if none follow. */
  floor: Position | null;
  /** Last digits of the ids already shown. */
  shown: readonly string[];
}

/** A position before every post. */
export const BEGINNING: Position = {
  micros: 8_000_000_000_000_000,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Hexadecimal digits of an id in the cursor; they become four letters. */
const TAIL = 6;

export const tailOf = (id: string): string => id.slice(-TAIL);

/** Encodes a position with characters allowed in an address. */
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
 * Decodes a cursor.
 *
 * @throws {ProblemError} `request.malformed` unless {@link encodeSearchCursor} made it for this order.
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
  // Numbers and base64 have several spellings; times may exceed PostgreSQL's range.
  if (Math.abs(end.position.micros) > BEGINNING.micros || encodeSearchCursor(end) !== cursor)
    throw new ProblemError('request.malformed');
  return end;
}

const readShown = (letters: string): string[] =>
  Buffer.from(letters, 'base64url').toString('hex').match(/.{6}/g) ?? [];
