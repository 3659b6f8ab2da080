import { z } from 'zod';
import { CROWDS, SIGN_SIZES, SPOT_MAX } from '../places/crowd.ts';
import { printedCode } from '../places/schema.ts';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { BUILDING_INFO_MAX, BUILDING_NAME_MAX, SEATS_MAX } from '../campus/rules.ts';
import { POST_ADDRESS_MAX } from '../moderation/rights-rules.ts';
import { REPORT_REASONS } from '../moderation/rules.ts';
import { address, idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { REASON_MAX } from './rules.ts';

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

const common = { access: 'operator', edition: 'official' } as const;
const act = { ...common, status: 204, problems: ['confirmation.required', 'limit.reached'] } as const;

/** Operator calls for buildings, amenities, opening hours and the popular list. */
export const operatedCampusEndpoints = {
  'GET /api/operate/campus': {
    ...common,
    id: 'readOperatedCampus',
    summary: 'Buildings, the popular list and what moderation goes by.',
    status: 200,
    output: operatedCampus,
    problems: ['confirmation.required'],
  },
  'POST /api/operate/buildings': {
    ...common,
    id: 'addBuilding',
    summary: 'A new building, or one that was removed. The same sent again changes nothing.',
    status: 204,
    body: z.strictObject({ id: line, name: line, category: line, info, seats: seats.optional(), reason }),
    problems: ['confirmation.required', 'identifier.taken', 'limit.reached'],
  },
  'PUT /api/operate/buildings/{buildingId}': {
    ...common,
    id: 'changeBuilding',
    summary: 'Change a building; what is null stays. The campus folder does not change it back.',
    status: 204,
    path: buildingPath,
    body: z.strictObject({
      name: line.nullable(),
      category: line.nullable(),
      info: info.nullable(),
      seats: seats.nullable().optional(),
      reason,
    }),
    problems: ['confirmation.required', 'limit.reached'],
  },
  'POST /api/operate/buildings/{buildingId}/removal': {
    ...common,
    id: 'removeBuilding',
    summary:
      'Take out a building without posts; hidden ones count. The campus folder does not bring it back.',
    status: 204,
    path: buildingPath,
    body: z.strictObject({ reason }),
    problems: ['confirmation.required', 'building.used', 'limit.reached'],
  },
  'POST /api/operate/hots': {
    ...common,
    id: 'addHot',
    summary: 'Put a post into the popular list, by its address or id. Twice is once.',
    status: 204,
    body: z.strictObject({ post: boundedText(POST_ADDRESS_MAX), reason }),
    problems: ['confirmation.required', 'limit.reached'],
  },
  'POST /api/operate/hots/{id}/removal': {
    ...common,
    id: 'removeHot',
    summary: 'Take a post, named by its id, out of the popular list. No number of likes brings it back.',
    status: 204,
    path: idPath,
    body: z.strictObject({ reason }),
    problems: ['confirmation.required', 'limit.reached'],
  },
  'PUT /api/operate/amenities/{amenityId}': {
    ...act,
    id: 'putAmenity',
    summary: 'A new amenity, or another in its place. A day that is given is no longer the students’.',
    path: amenityPath,
    body: z.strictObject({ ...place, ...known, reason }),
  },
  'POST /api/operate/amenities/{amenityId}/{act}': {
    ...act,
    id: 'actOnAmenity',
    summary: 'Remove an amenity, or undo what students changed of it. Both delete what they said of it.',
    path: amenityPath.extend({ act: z.enum(['removal', 'undo']) }),
    body: z.strictObject({ reason }),
  },
  'POST /api/operate/codes': {
    ...act,
    id: 'addCode',
    summary: 'A new printed code for a building, a spot in it, or one of its amenities.',
    body: z.strictObject({ building: name, amenity: name.nullable(), spot: boundedText(SPOT_MAX), reason }),
  },
  'POST /api/operate/codes/{code}/replacement': {
    ...act,
    id: 'replaceCode',
    summary: 'A new code in the place of one, which takes nothing from then on.',
    path: z.strictObject({ code: printedCode }),
    body: z.strictObject({ reason }),
  },
  'GET /api/operate/codes/signs': {
    ...common,
    id: 'printSigns',
    summary: 'The signs to print: all that hang, those of a building, or one.',
    status: 200,
    query: z.strictObject({
      building: name.optional(),
      code: printedCode.optional(),
      size: z.enum(SIGN_SIZES).optional(),
    }),
    stream: 'page',
    problems: ['confirmation.required'],
  },
  'POST /api/operate/voices/{buildingId}/{act}': {
    ...act,
    id: 'actOnVoices',
    summary: 'Take no voices of a place and show none, or take them again.',
    path: buildingPath.extend({ act: z.enum(['mute', 'unmute']) }),
    body: z.strictObject({ reason }),
  },
  'PUT /api/operate/voices/{buildingId}': {
    ...act,
    id: 'plantVoices',
    summary: 'Say what is usual at a place in the class periods that begin within hours, or nothing of them.',
    path: buildingPath,
    body: z.strictObject({ hours: boundedText(200), crowd: z.enum([...CROWDS, 'none']), reason }),
  },
  'PUT /api/operate/hours/{buildingId}': {
    ...act,
    id: 'putHours',
    summary: 'When a building is open: always, or from one day to another.',
    path: buildingPath,
    body: z.strictObject({ from, to: cell, hours: cell, source: cell, reason }),
  },
  'POST /api/operate/hours/{buildingId}/removal': {
    ...act,
    id: 'removeHours',
    summary: 'Take away the hours of a building that begin on a day, or hold always.',
    path: buildingPath,
    body: z.strictObject({ from, reason }),
  },
} as const satisfies Record<EndpointKey, Endpoint>;
