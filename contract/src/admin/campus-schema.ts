import { z } from 'zod';
import { CROWDS, SIGN_SIZES, SPOT_MAX } from '../places/crowd.ts';
import { printedCode } from '../places/schema.ts';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { BUILDING_INFO_MAX, BUILDING_NAME_MAX, SEATS_MAX } from '../campus/rules.ts';
import { POST_ADDRESS_MAX } from '../moderation/rights-rules.ts';
import { REPORT_REASONS } from '../moderation/rules.ts';
import { address, idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { PLACE_TABLES, REASON_MAX, TABLE_TEXT_MAX } from './rules.ts';

/** Fields of a building, and the reason of a change. */
const line = boundedText(BUILDING_NAME_MAX);
const info = boundedText(BUILDING_INFO_MAX);
const seats = boundedText(SEATS_MAX);
const reason = boundedText(REASON_MAX);
const name = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);
const buildingPath = z.strictObject({ buildingId: name });
const amenityPath = z.strictObject({ amenityId: name });
/** Cells as in the TSV files; null: unchanged, or empty. */
const cell = boundedText(200).nullable();
const place = { building: cell, kind: cell, floor: cell, spot: cell };
const known = { hours: cell, stepFree: cell, source: cell, confirmed: cell, gone: cell };
/** First day of the hours; empty: usual hours. */
const from = boundedText(10);

const tablePath = z.strictObject({ table: z.enum(PLACE_TABLES) });
/** An uploaded spreadsheet as text, with cells between tabs, commas or semicolons. */
const tableUpload = z.strictObject({
  // Three letters may become one.
  text: boundedText(TABLE_TEXT_MAX / 3),
  /** First and last day of the term, for a course list. */
  first: z.iso.date().optional(),
  last: z.iso.date().optional(),
  /** False: a preview. */
  apply: z.boolean(),
  reason,
});
export type TableUpload = z.output<typeof tableUpload>;

const remark = z.strictObject({
  /** Counted from 1; null: the whole file. */
  line: z.int().nullable(),
  /** Column. */
  field: z.string().nullable(),
  /** In English, as on the command line. */
  problem: z.string(),
});
/** Result of an upload or its preview; lists have at most 100 entries. */
const tableImport = z
  .strictObject({
    /** False for a preview, and if there are mistakes. */
    applied: z.boolean(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    same: z.int(),
    mistakes: z.array(remark),
    mistakeCount: z.int(),
    warnings: z.array(remark),
    warningCount: z.int(),
    /** Amenities whose reports by students win over the file; `row`: the file omits it. */
    kept: z.array(z.strictObject({ id: z.string(), what: z.string() })),
    /** A line for each class of a course list. */
    preview: z.array(z.string()),
  })
  .meta({ id: 'TableImport' });
export type TableImport = z.output<typeof tableImport>;

/** Campus data that operators maintain, and the moderation settings of its folder. */
export const operatedCampus = z
  .strictObject({
    buildings: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        category: z.string(),
        info: z.string(),
        /** Empty: no system counts its seats. */
        seats: z.string(),
      }),
    ),
    /** The popular list, latest promotion first; at most a hundred. */
    hots: z.array(
      z.strictObject({
        postId: uuid,
        title: z.string(),
        board: z.string(),
        likeCount: z.int(),
        promotedAt: instant,
      }),
    ),
    /** Students' votes on amenities: effective ones, and those still waiting. */
    said: z.array(
      z.strictObject({
        id: z.string(),
        /** Both days before the change, or empty; null if nothing changed. */
        before: z.strictObject({ confirmed: z.string(), gone: z.string() }).nullable(),
        there: z.int(),
        notThere: z.int(),
        /** The newest five pictures of the votes; for operators only. */
        pictures: z.array(address),
      }),
    ),
    /** Active printed codes, by building, oldest first. */
    codes: z.array(
      z.strictObject({ code: z.string(), buildingId: z.string(), spot: z.string(), createdAt: instant }),
    ),
    /** Buildings whose crowd reports the operator disabled. */
    mutes: z.array(z.string()),
    /** Rooms reported as locked in the last week, most reports first. */
    locked: z.array(
      z.strictObject({
        id: z.string(),
        building: z.string(),
        name: z.string(),
        voices: z.int(),
        days: z.int(),
        last: z.iso.date(),
      }),
    ),
    /** Effective values, including the defaults. */
    moderation: z.strictObject({
      hideAt: z.int(),
      /** Null: the day the database was created. */
      openedOn: z.iso.date().nullable(),
      firstDayPosts: z.int(),
      firstDayReplies: z.int(),
      repeatMinutes: z.int(),
      repeatLetters: z.int(),
      texts: z.array(z.strictObject({ reason: z.enum([...REPORT_REASONS, 'restored']), text: z.string() })),
    }),
  })
  .meta({ id: 'OperatedCampus' });
export type OperatedCampus = z.output<typeof operatedCampus>;

const act = { access: 'operator', problems: ['limit.reached'] } as const;

/** Operator calls for buildings, amenities, opening hours and the popular list. */
export const operatedCampusEndpoints = {
  'GET /api/operate/campus': {
    access: 'operator',
    id: 'readOperatedCampus',
    summary: 'Lists buildings, popular posts and the moderation settings.',
    output: operatedCampus,
  },
  'POST /api/operate/buildings': {
    access: 'operator',
    id: 'addBuilding',
    summary: 'Adds a building, or a removed one again. Idempotent.',
    body: z.strictObject({ id: line, name: line, category: line, info, seats: seats.optional(), reason }),
    problems: ['identifier.taken', 'limit.reached'],
  },
  'PUT /api/operate/buildings/{buildingId}': {
    access: 'operator',
    id: 'changeBuilding',
    summary: 'Changes a building; null keeps a value. Later imports of the campus folder keep the change.',
    path: buildingPath,
    body: z.strictObject({
      name: line.nullable(),
      category: line.nullable(),
      info: info.nullable(),
      seats: seats.nullable().optional(),
      reason,
    }),
    problems: ['limit.reached'],
  },
  'POST /api/operate/buildings/{buildingId}/removal': {
    access: 'operator',
    id: 'removeBuilding',
    summary:
      'Removes a building without posts, hidden ones included. Later imports of the campus folder do not add it.',
    path: buildingPath,
    body: z.strictObject({ reason }),
    problems: ['building.used', 'limit.reached'],
  },
  'POST /api/operate/hots': {
    access: 'operator',
    id: 'addHot',
    summary: 'Adds a post to the popular list, by address or id. Idempotent.',
    body: z.strictObject({ post: boundedText(POST_ADDRESS_MAX), reason }),
    problems: ['limit.reached'],
  },
  'POST /api/operate/hots/{id}/removal': {
    access: 'operator',
    id: 'removeHot',
    summary: 'Removes a post from the popular list. New likes do not add it again.',
    path: idPath,
    body: z.strictObject({ reason }),
    problems: ['limit.reached'],
  },
  'PUT /api/operate/amenities/{amenityId}': {
    ...act,
    id: 'putAmenity',
    summary: 'Adds or replaces an amenity. Days given here are no longer changed by students.',
    path: amenityPath,
    body: z.strictObject({ ...place, ...known, reason }),
  },
  'POST /api/operate/amenities/{amenityId}/{act}': {
    ...act,
    id: 'actOnAmenity',
    summary: 'Removes an amenity, or reverts the changes by students. Both delete the reports about it.',
    path: amenityPath.extend({ act: z.enum(['removal', 'undo']) }),
    body: z.strictObject({ reason }),
  },
  'POST /api/operate/codes': {
    ...act,
    id: 'addCode',
    summary: 'Creates a printed code for a building, a spot in it, or one of its amenities.',
    body: z.strictObject({ building: name, amenity: name.nullable(), spot: boundedText(SPOT_MAX), reason }),
  },
  'POST /api/operate/codes/{code}/replacement': {
    ...act,
    id: 'replaceCode',
    summary: 'Replaces a printed code; the old one stops working.',
    path: z.strictObject({ code: printedCode }),
    body: z.strictObject({ reason }),
  },
  'GET /api/operate/codes/signs': {
    access: 'operator',
    id: 'printSigns',
    summary: 'Returns the signs to print: all, those of a building, or one.',
    query: z.strictObject({
      building: name.optional(),
      code: printedCode.optional(),
      size: z.enum(SIGN_SIZES).optional(),
    }),
    stream: 'page',
  },
  'POST /api/operate/voices/{buildingId}/{act}': {
    ...act,
    id: 'actOnVoices',
    summary: 'Hides the crowd reports of a place and accepts no new ones, or reverts that.',
    path: buildingPath.extend({ act: z.enum(['mute', 'unmute']) }),
    body: z.strictObject({ reason }),
  },
  'PUT /api/operate/voices/{buildingId}': {
    ...act,
    id: 'plantVoices',
    summary: 'Sets or clears the usual crowd level of a place, by class period.',
    path: buildingPath,
    body: z.strictObject({ hours: boundedText(200), crowd: z.enum([...CROWDS, 'none']), reason }),
  },
  'PUT /api/operate/hours/{buildingId}': {
    ...act,
    id: 'putHours',
    summary: 'Sets the opening hours of a building: always, or for a range of days.',
    path: buildingPath,
    body: z.strictObject({ from, to: cell, hours: cell, source: cell, reason }),
  },
  'POST /api/operate/hours/{buildingId}/removal': {
    ...act,
    id: 'removeHours',
    summary: 'Deletes the opening hours of a building that begin on a day, or the regular ones.',
    path: buildingPath,
    body: z.strictObject({ from, reason }),
  },
  'GET /api/operate/tables/{table}': {
    access: 'operator',
    id: 'exportTable',
    summary: 'Returns a table of places as a tab-separated file, to change it in a spreadsheet.',
    path: tablePath,
    stream: 'table',
  },
  'POST /api/operate/tables/{table}': {
    access: 'operator',
    id: 'importTable',
    summary: 'Reads a spreadsheet of places. Replaces the table by it if asked and if it has no mistake.',
    path: tablePath,
    body: tableUpload,
    bodyBytesMax: 1024 * 1024,
    output: tableImport,
    problems: ['limit.reached', 'server.unavailable'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
