import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { POST_BODY_MAX, POST_TITLE_MAX } from '../posts/rules.ts';
import { address, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { ENTRY_KINDS, ENTRY_STATES } from './entry-rules.ts';

const kind = z.enum(ENTRY_KINDS);

/** An event, notice or facility notice as its operator sees it, shown or not. */
export const entry = z
  .strictObject({
    kind,
    id: uuid,
    state: z.enum(ENTRY_STATES),
    title: z.string(),
    body: z.string(),
    /** Where operators see its picture; another picture has another address. */
    picture: address.nullable(),
    /** When it was to be shown; null for at once. */
    beginsAt: instant.nullable(),
    /** Since when it is shown; null where it is not. */
    shownAt: instant.nullable(),
    endsAt: instant.nullable(),
    /** What a change names: another one where anything of it was changed meanwhile. */
    version: z.string(),
  })
  .meta({ id: 'BulletinEntry' });
export type Entry = z.output<typeof entry>;

/** What the operator wants an entry to be. */
const entryInput = z.strictObject({
  /** The version that was on the screen; null for a new one. */
  version: z.string().max(100).nullable(),
  title: boundedText(POST_TITLE_MAX),
  body: boundedText(POST_BODY_MAX),
  /** An own upload that becomes its picture. */
  uploadId: uuid.nullable(),
  /** Without an upload: whether the picture that it has stays. */
  keepPicture: z.boolean(),
  /** Null, or in the past: at once. What is shown keeps what stands there. */
  beginsAt: instant.nullable(),
  endsAt: instant.nullable(),
});
export type EntryInput = z.output<typeof entryInput>;

const entryPath = z.strictObject({ kind, id: uuid });

/** Events, notices and facility notices, written now or planned. */
export const entryEndpoints = {
  'GET /api/operate/bulletin/{kind}': {
    id: 'listEntries',
    access: 'operator',
    edition: 'official',
    summary: 'What is planned, shown and over of one kind.',
    status: 200,
    path: z.strictObject({ kind }),
    output: z.strictObject({ entries: z.array(entry) }),
    problems: ['confirmation.required'],
  },
  'GET /api/operate/bulletin/{kind}/{id}': {
    id: 'readEntry',
    access: 'operator',
    edition: 'official',
    summary: 'One of them.',
    status: 200,
    path: entryPath,
    output: entry,
    problems: ['confirmation.required'],
  },
  'GET /api/operate/bulletin/{kind}/{id}/picture': {
    id: 'readEntryPicture',
    access: 'operator',
    edition: 'official',
    summary: 'Its picture, shown or not.',
    status: 200,
    path: entryPath,
    stream: 'picture',
    problems: ['confirmation.required'],
  },
  'PUT /api/operate/bulletin/{kind}/{id}': {
    id: 'saveEntry',
    access: 'operator',
    edition: 'official',
    summary: 'Write one under an id of your own, or change one. The same call sent again changes nothing.',
    status: 200,
    path: entryPath,
    body: entryInput,
    output: entry,
    problems: [
      'confirmation.required',
      'edit.outdated',
      'identifier.taken',
      'image.tooLarge',
      'image.costly',
      'image.unreadable',
      'limit.reached',
    ],
  },
  'DELETE /api/operate/bulletin/{kind}/{id}': {
    id: 'withdrawEntry',
    access: 'operator',
    edition: 'official',
    summary: 'Take it away from everybody, or out of the plan.',
    status: 204,
    path: entryPath,
    problems: ['confirmation.required', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
