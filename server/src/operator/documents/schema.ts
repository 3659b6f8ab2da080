import { z } from 'zod';
import { Refusal } from './collections.ts';
import { isDocumentId } from './identity.ts';
import { readTime } from './times.ts';

/** Madang's own limits are younger than the documents: an import takes texts ten times as long. */
export const TEXT_MAX = { title: 1_000, body: 100_000, reply: 20_000 } as const;

/** The largest number that a column holds. */
const COUNT_MAX = 2_147_483_647;
/** More than anybody likes or is liked by; bounds the memory that one document can take. */
const LIST_MAX = 100_000;

const id = z.string().refine(isDocumentId, 'is no document id');
const author = z.union([id, z.literal('')]).nullish();
/** The fields that start with 0 may be missing and are then 0. */
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

/** The documents of the specification, field by field (docs/fields.md); what is derived is left out, what may be missing is optional. */
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

/** Fields without which a document is still worth having: what is wrong in them is left out, and told. */
const MENDABLE: Partial<Record<keyof typeof schemas, readonly string[]>> = {
  users: ['userName', 'userNickname', 'userKU', 'userPoint', 'writingRight', 'wrightingRight', 'likePost'],
  posts: ['imageDescriptions', 'keyword', 'postGood', 'postScrappers', 'postReport'],
  replies: ['replyGood', 'replyLiker', 'replyReport'],
};

/**
 * The document's fields as the format has them. A wrong entry of a list goes alone; a wrong number counts as 0 and
 * any other wrong field as missing, where the rest can do without.
 *
 * @throws {Refusal} with the first field that the document cannot do without.
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
