import type { Campus } from '@madang/campus/campus';
import { placeKeywords } from '@madang/campus/load-campus';
import { type BoardKind, keywordChoices, KEYWORDS_MAX } from '@madang/contract/posts/rules';
import { formatDateTime } from '@madang/contract/time/rules';
import { NIL, v5 as uuidv5 } from 'uuid';
import { z } from 'zod';
import { type Collection, Refusal } from './source.ts';

/** Maximum lengths: ten times Madang's own limits, which are younger. */
export const TEXT_MAX = { title: 1_000, body: 100_000, reply: 20_000 } as const;

/** Maximum of an integer column. */
const COUNT_MAX = 2_147_483_647;
/** Maximum list length, which bounds the memory of a document. */
const LIST_MAX = 100_000;

const id = z.string().refine(isDocumentId, 'is no document id');
const author = z.union([id, z.literal('')]).nullish();
/** Counts start with 0; missing ones are 0. */
const count = z
  .number('must be a number')
  .refine(
    (value) => Number.isInteger(value) && value >= 0 && value <= COUNT_MAX,
    `must be from 0 to ${COUNT_MAX}`,
  )
  .nullish()
  .transform((value) => value ?? 0);
const texts = z.array(z.string()).max(LIST_MAX).nullish();
const time = z.unknown().transform((value, context) => {
  const text = readTime(value);
  if (text === null) {
    context.addIssue({ code: 'custom', message: 'is no time: { seconds, nanoseconds } is wanted' });
    return z.NEVER;
  }
  return text;
});

/** Documents of the specification (docs/fields.md), without derived fields. */
export const schemas = {
  users: z.object({
    userUID: id,
    userEmail: z.string(),
    userName: z.string().nullish(),
    userNickname: z.string().nullish(),
    userKU: z.boolean().nullish(),
    userPoint: count,
    writingRight: z.boolean().nullish(),
    wrightingRight: z.boolean().nullish(),
    likePost: texts,
  }),
  buildings: z.object({
    id: z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'must be 1 to 60 letters, digits or hyphens'),
    buildingName: z.string().max(200).nullish(),
    buildingCategory: z.string().nullish(),
    buildingInfo: z.string().max(10_000).nullish(),
  }),
  posts: z.object({
    id,
    postBID: z.string(),
    postUID: author,
    postTitle: z.string(),
    contentsList: z.array(z.string()).min(1, 'is empty').max(100),
    formatList: z.array(z.string()).max(100).nullish(),
    imageDescriptions: texts,
    keyword: z.array(z.string()).max(100).nullish(),
    postCreatedTime: time,
    postGood: count,
    postScrappers: texts,
    postReport: count,
  }),
  replies: z.object({
    id,
    replyBID: z.string(),
    replyPID: id,
    replyUID: author,
    replyBody: z.string(),
    replyCreatedTime: time,
    replyGood: count,
    replyLiker: texts,
    replyRID: author,
    replyReport: count,
  }),
  events: z.object({ id, eventTitle: z.string(), eventBody: z.string(), eventCreatedTime: time }),
  notices: z.object({ id, noticeTitle: z.string(), noticeBody: z.string(), noticeCreatedTime: time }),
  hots: z.object({ id, hotPID: id, hotCreatedTime: time }),
} as const;

export type Fields<Name extends keyof typeof schemas> = z.output<(typeof schemas)[Name]>;

/** Fields that may be dropped and reported if invalid. */
const MENDABLE: Partial<Record<keyof typeof schemas, readonly string[]>> = {
  users: ['userName', 'userNickname', 'userKU', 'userPoint', 'writingRight', 'wrightingRight', 'likePost'],
  posts: ['imageDescriptions', 'keyword', 'postGood', 'postScrappers', 'postReport'],
  replies: ['replyGood', 'replyLiker', 'replyReport'],
};

/**
 * Validates a document's fields; drops invalid list entries and defaults optional ones.
 *
 * @throws {Refusal} with the first invalid required field.
 */
export function readFields<Name extends keyof typeof schemas>(
  name: Name,
  fields: Readonly<Record<string, unknown>>,
): { fields: Fields<Name>; corrections: string[] } {
  const first = schemas[name].safeParse(fields);
  if (first.success) return { fields: first.data as Fields<Name>, corrections: [] };
  const problem = first.error.issues.find(({ path }) => !MENDABLE[name]?.includes(String(path[0])));
  if (problem) throw new Refusal(describe(problem, fields));
  const corrected = { ...fields };
  const corrections: string[] = [];
  for (const field of new Set(first.error.issues.map(({ path }) => String(path[0])))) {
    const issues = first.error.issues.filter(({ path }) => path[0] === field);
    const value = fields[field];
    if (Array.isArray(value)) {
      const wrong = new Set(issues.map(({ path }) => path[1]));
      const tooLong = issues.find(({ code }) => code === 'too_big');
      const most = tooLong?.code === 'too_big' ? Number(tooLong.maximum) : value.length;
      const left = value.filter((_, place) => !wrong.has(place)).slice(0, most);
      corrected[field] = left;
      corrections.push(`${field} leaves out ${value.length - left.length} of ${value.length} entries`);
    } else {
      corrected[field] = null;
      const [issue] = issues;
      if (issue) corrections.push(`${describe(issue, fields)}; it is left out`);
    }
  }
  return { fields: schemas[name].parse(corrected) as Fields<Name>, corrections };
}

function describe(issue: z.core.$ZodIssue, fields: Readonly<Record<string, unknown>>): string {
  const field = issue.path.join('.');
  const missing = field !== '' && issue.path.length === 1 && !Object.hasOwn(fields, field);
  return `${field} ${missing ? 'is missing' : issue.message || 'is wrong'}`.trim();
}

interface DocumentTime {
  seconds: number;
  nanoseconds: number;
  year: string;
  month: string;
  day: string;
  hour: string;
  min: string;
  /** `YYYY/MM/DD`. */
  date: string;
}

/** The last second with a four-digit year. */
const SECONDS_MAX = 253_402_300_799;

/** Returns the document form of a time in microseconds since 1970. */
export function toDocumentTime(micros: number, timeZone: string): DocumentTime {
  const seconds = Math.floor(micros / 1_000_000);
  const [date = '', clock = ''] = formatDateTime(new Date(seconds * 1_000), timeZone).split(' ');
  const [year = '', month = '', day = ''] = date.split('/');
  const [hour = '', min = ''] = clock.split(':');
  const nanoseconds = (micros - seconds * 1_000_000) * 1_000;
  return { seconds, nanoseconds, year, month, day, hour, min, date };
}

/**
 * Returns a document's time as text, truncated to microseconds, or null. Accepts `{ seconds, nanoseconds }`, also with `_`
 * or inside `{ __datatype__: 'timestamp', value }`, and ISO 8601 with a zone.
 */
function readTime(value: unknown): string | null {
  if (typeof value === 'string') return readTimeText(value);
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  if (fields['__datatype__'] === 'timestamp') return readTime(fields['value']);
  const seconds = fields['seconds'] ?? fields['_seconds'];
  const nanoseconds = fields['nanoseconds'] ?? fields['_nanoseconds'] ?? 0;
  if (!isWhole(seconds, SECONDS_MAX) || !isWhole(nanoseconds, 999_999_999)) return null;
  return timeText(seconds, Math.floor(nanoseconds / 1_000));
}

function readTimeText(text: string): string | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (!parts) return null;
  const seconds = Date.parse(`${parts[1]}${parts[3]}`) / 1_000;
  if (!isWhole(seconds, SECONDS_MAX)) return null;
  return timeText(seconds, Number((parts[2] ?? '').slice(0, 6).padEnd(6, '0')));
}

function timeText(seconds: number, micros: number): string {
  const whole = new Date(seconds * 1_000).toISOString().slice(0, 19);
  return `${whole}.${String(micros).padStart(6, '0')}Z`;
}

function isWhole(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
}

/** First slot of a post without keywords [EN-04]; the copy deck's `keyword.none`. */
const NO_KEYWORD = '선택 안 함';

/** Returns the document's keyword slots, padded; the marker without keywords. */
export function toSlots(keywords: readonly string[]): string[] {
  const used = keywords.length === 0 ? [NO_KEYWORD] : keywords;
  return Array.from({ length: KEYWORDS_MAX }, (_, slot) => used[slot] ?? '');
}

export class KeywordReader {
  readonly #known: Record<'festival' | 'other', Map<string, string>>;

  constructor(campus: Campus) {
    const choices = { place: placeKeywords(campus), festival: campus.settings.festivalKeywords };
    const named = (kind: BoardKind) =>
      new Map(keywordChoices(kind, choices).map((keyword) => [spaceless(keyword), keyword]));
    this.#known = { festival: named('festival'), other: named('building') };
    const { keywords, placeWord } = campus.settings;
    for (const keyword of keywords) {
      const stored = this.#known.other.get(spaceless(keyword + placeWord));
      if (stored) this.#known.other.set(spaceless(keyword), stored);
    }
  }

  /** Returns up to three stored keywords, ignoring spaces and place words; `dropped`: the others. */
  read(slots: readonly string[], kind: BoardKind): { keywords: string[]; dropped: string[] } {
    const known = this.#known[kind === 'festival' ? 'festival' : 'other'];
    const [keywords, dropped]: [string[], string[]] = [[], []];
    for (const slot of slots) {
      const name = spaceless(slot);
      if (name === '' || name === spaceless(NO_KEYWORD)) continue;
      const keyword = known.get(name);
      if (keyword && keywords.includes(keyword)) continue;
      if (keyword && keywords.length < KEYWORDS_MAX) keywords.push(keyword);
      else dropped.push(slot);
    }
    return { keywords, dropped };
  }
}

function spaceless(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '');
}

/** Immutable: re-imports find rows by them. */
const NAMESPACES = {
  users: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f01',
  posts: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f02',
  replies: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f03',
  events: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f04',
  notices: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f05',
  hots: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f06',
  uploads: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f07',
  points: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f08',
} as const satisfies Partial<Record<Collection | 'uploads' | 'points', string>>;

/** Returns a deterministic id for rows without an id in documents. */
export function derivedId(namespace: keyof typeof NAMESPACES, name: string): string {
  return uuidv5(name, NAMESPACES[namespace]);
}

/** Row id of a document: own ids, others mapped deterministically. */
interface RowIdentity {
  id: string;
  /** The document's id if it differs from the row's. */
  sourceId: string | null;
}

/** Returns a document's row id; `within` is the post's for replies. */
export function rowIdentity(
  collection: keyof typeof NAMESPACES,
  documentId: string,
  within?: string,
): RowIdentity {
  if (isOwnId(documentId)) return { id: documentId, sourceId: null };
  const name = within === undefined ? documentId : `${within}/${documentId}`;
  return { id: derivedId(collection, name), sourceId: documentId };
}

/** Whether the text is a lower-case UUID except nil, after which pages begin. */
export function isOwnId(text: string): boolean {
  return text !== NIL && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Whether a text is a document id, valid in report lines and PostgreSQL. */
export function isDocumentId(text: string): boolean {
  return (
    text !== '' &&
    text !== '.' &&
    text !== '..' &&
    Buffer.byteLength(text) <= 1_500 &&
    !/[/\p{Cc}\p{Cs}]/u.test(text) &&
    !/^__.*__$/.test(text)
  );
}
