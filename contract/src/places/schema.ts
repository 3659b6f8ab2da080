import { z } from 'zod';
import { AMENITY_ICONS, SEARCH_ANSWERS } from '../campus/rules.ts';
import { building, buildingId, campusMap, emergencyContact, label } from '../campus/schema.ts';
import type { BuildingHours } from './open-hours.ts';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { REASON_MAX } from '../admin/rules.ts';
import { idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { CODE_REPORTS, CROWDS } from './crowd.ts';
import { MEALS, MEALS_TEXT_MAX } from './meals.ts';
import { PLACES } from './places-now.ts';

const clock = z.string().regex(/^\d\d:\d\d$/);
const day = z.iso.date();

/** Opening hours on weekdays (1 is Monday). An earlier or equal end is the next day. */
const openRange = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1),
  from: clock,
  to: clock,
});

/** A facility in a building, such as a printer. */
const amenity = z
  .strictObject({
    id: z.string(),
    buildingId: z.string(),
    /** One of the popular search terms of the campus. */
    kind: z.string(),
    /** `3`, or `B1` for a basement. */
    floor: z.string(),
    spot: z.string(),
    /** Null: follows its building, if its hours are known. Empty: closed. */
    hours: z.array(openRange).nullable(),
    /** Whether it is reachable without steps; null if unknown. */
    stepFree: z.boolean().nullable(),
    source: z.string(),
    /** Day on which a student last confirmed it. */
    confirmedOn: day.nullable(),
    /** Day since which it no longer exists. */
    goneOn: day.nullable(),
    /** Day since a picture shows it missing, unconfirmed by others. */
    doubtedOn: day.nullable(),
  })
  .meta({ id: 'Amenity' });
export type Amenity = z.output<typeof amenity>;

const buildingHours = z
  .strictObject({
    buildingId: z.string(),
    from: day.nullable(),
    to: day.nullable(),
    hours: z.array(openRange),
    source: z.string(),
  })
  .meta({ id: 'BuildingHours' }) satisfies z.ZodType<BuildingHours>;

export const packEndpoints = {
  'GET /api/campus/pack': {
    id: 'readCampusPack',
    summary:
      'Returns the campus data for offline use: buildings, map, amenities, hours, emergency numbers. Contains no student data.',
    output: z.strictObject({
      /** Changes with any content. */
      version: z.string(),
      /** Ordered by name. */
      buildings: z.array(building.pick({ id: true, name: true, category: true, seats: true })),
      map: campusMap.nullable(),
      /** Ordered by building, then from the lowest floor to the highest. */
      amenities: z.array(amenity),
      /** Kinds of amenities, and days until students are asked to confirm one. */
      kinds: z.array(
        z.strictObject({ name: label, askAfterDays: z.int(), icon: z.enum(AMENITY_ICONS).optional() }),
      ),
      hours: z.array(buildingHours),
      emergency: z.array(emergencyContact),
      synonyms: z
        .array(
          z.strictObject({ words: z.array(z.string()).min(1), opens: z.enum(SEARCH_ANSWERS).optional() }),
        )
        .optional(),
    }),
    shared: true,
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

/** A student's vote on an amenity. */
const amenityReport = z
  .strictObject({
    amenityId: z.string(),
    there: z.boolean(),
    at: instant,
    /** False if the list changed since: the vote no longer counts. */
    counts: z.boolean(),
  })
  .meta({ id: 'AmenityVoice' });

const amenityPath = z.strictObject({ amenityId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) });

export const amenityEndpoints = {
  'GET /api/amenities/voices': {
    id: 'listAmenityVoices',
    summary: "Lists the student's own amenity reports of the last month, newest first.",
    output: z.strictObject({ voices: z.array(amenityReport) }),
  },
  'PUT /api/amenities/{amenityId}/voice': {
    id: 'sayAmenityVoice',
    summary:
      'Reports whether an amenity exists. Three matching reports change the list; one with a picture marks it as missing at once.',
    path: amenityPath,
    body: z.strictObject({
      there: z.boolean(),
      /** The user's own upload that shows it missing; for operators only. */
      uploadId: uuid.nullable().optional(),
    }),
    output: z.strictObject({
      voice: amenityReport,
      amenity,
      /** Whether the vote counted; not if repeated on one day. */
      counted: z.boolean(),
    }),
    problems: ['resource.missing', 'right.required', 'writing.suspended', 'upload.used', 'limit.reached'],
  },
  'DELETE /api/amenities/{amenityId}/voice': {
    id: 'takeBackAmenityVoice',
    summary: "Withdraws the student's report of an amenity and its picture. A changed list stays.",
    path: amenityPath,
    output: z.strictObject({ amenity }),
    problems: ['resource.missing', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

const time = z.string().regex(/^\d\d:\d\d$/);

/** A room that students may use while it has no class. */
const room = z
  .strictObject({
    id: z.string(),
    buildingId: z.string(),
    name: z.string(),
    /** `3`, or `B1` for a basement. */
    floor: z.string(),
    /** Null if unknown. */
    seats: z.int().nullable(),
    /** Whether it is reachable without steps; null if unknown. */
    stepFree: z.boolean().nullable(),
    source: z.string(),
    /** Classes of the day, earliest first. */
    classes: z.array(z.strictObject({ from: time, to: time })),
  })
  .meta({ id: 'Room' });
export type Room = z.output<typeof room>;

const roomsToday = z.strictObject({
  /** Campus day of all the data. */
  day: z.iso.date(),
  /** By building and id. Empty outside a term; without locked rooms. */
  rooms: z.array(room),
});
export type RoomsToday = z.output<typeof roomsToday>;

export const roomEndpoints = {
  'GET /api/rooms': {
    id: 'listRooms',
    summary: "Lists the usable rooms with today's classes. Contains no student data.",
    output: roomsToday,
    shared: true,
  },
  'PUT /api/rooms/{roomId}/locked': {
    id: 'sayRoomLocked',
    summary: 'Reports that a room is locked today. Two reports hide it for the day. Idempotent.',
    path: z.strictObject({ roomId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) }),
    output: z.strictObject({
      /** Whether it is hidden for the rest of the day. */
      hidden: z.boolean(),
    }),
    problems: ['resource.missing', 'right.required', 'writing.suspended', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

/** An offer of a cafeteria at one price. */
const meal = z
  .strictObject({
    id: uuid,
    buildingId: z.string(),
    /** Cafeteria, named by the location of its amenity. */
    place: z.string(),
    meal: z.enum(MEALS),
    /** Empty if the cafeteria has a single corner. */
    corner: z.string(),
    /** Dishes separated by commas. */
    dish: z.string(),
    /** In won; null if unknown. */
    price: z.int().nullable(),
    from: time,
    to: time,
    /** True if two students report it; until its meal ends. */
    soldOut: z.boolean(),
    /** Source of the menu; may be empty. */
    source: z.string(),
  })
  .meta({ id: 'Meal' });
export type Meal = z.output<typeof meal>;

const mealsToday = z.strictObject({
  /** Campus day of all the data. */
  day: z.iso.date(),
  /** Buildings with meals this week. */
  buildings: z.array(z.string()),
  /** By building and cafeteria, in the operator's order. */
  meals: z.array(meal),
  /** First meal of the next day with meals, within a week; absent if unknown. */
  next: z.strictObject({ day: z.iso.date(), meals: z.array(meal) }).optional(),
});
export type MealsToday = z.output<typeof mealsToday>;

const soldOut = z.strictObject({
  soldOut: z.boolean(),
});

export const mealEndpoints = {
  'GET /api/meals': {
    id: 'listMeals',
    summary: "Lists today's meals of the cafeterias. Contains no student data.",
    output: mealsToday,
    shared: true,
  },
  'PUT /api/meals/{id}/sold-out': {
    id: 'saySoldOut',
    summary:
      'Reports during its meal that a dish is sold out. Two reports mark it until the end. Idempotent.',
    path: idPath,
    output: soldOut,
    problems: ['resource.missing', 'right.required', 'writing.suspended', 'meal.notServed', 'limit.reached'],
  },
  'DELETE /api/meals/{id}/sold-out': {
    id: 'takeBackSoldOut',
    summary: 'Withdraws the report that a dish is sold out. Idempotent.',
    path: idPath,
    output: soldOut,
    problems: ['resource.missing', 'limit.reached'],
  },
  'PUT /api/operate/meals/{amenityId}': {
    access: 'operator',
    id: 'publishMeals',
    summary:
      'Replaces the meals of a cafeteria in a week by those of a text. Refuses the text if a line is not understood.',
    path: z.strictObject({ amenityId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) }),
    body: z.strictObject({
      monday: z.iso.date(),
      text: boundedText(MEALS_TEXT_MAX),
      source: boundedText(80),
      reason: boundedText(REASON_MAX),
    }),
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

const crowd = z.enum(CROWDS);

const placeReports = z.strictObject({
  /** From two reports on; `split` if they contradict each other. */
  now: z.enum([...CROWDS, 'split']).optional(),
  /** Number of reports behind it. */
  n: z.int().optional(),
  /** Number of quiet reports, from two on. */
  quiet: z.int().optional(),
  /** Time of the newest of these, in minutes since 1970. */
  at: z.int().optional(),
  /** Usual level at this weekday and class period; absent if unknown. */
  usual: crowd.optional(),
});

/** Current crowd reports of all places, without authors; compact, as all open pages receive them. */
const voices = z
  .strictObject({
    /** By building; those without data are absent. */
    places: z.record(z.string(), placeReports),
    /** Places with reports disabled, by the operator or a seat counter. */
    muted: z.array(z.string()),
  })
  .meta({ id: 'Voices' });
export type PlaceReports = z.output<typeof voices>;

export const crowdReportEndpoints = {
  'GET /api/voices': {
    id: 'readVoices',
    summary: 'Returns the current and the usual crowd and noise level of all places.',
    output: voices,
    shared: true,
  },
  'GET /api/voices/live': {
    id: 'followVoices',
    summary:
      'Server-sent events: `voices` with the answer of `GET /api/voices`, at first and after changes, at most every three seconds.',
    stream: 'events',
  },
  'PUT /api/voices': {
    id: 'sayVoice',
    summary:
      "Reports the crowd and noise level of a place. Replaces the student's report of the last ten minutes; an empty one deletes it. Stored without the student.",
    body: z.strictObject({
      buildingId,
      crowd: crowd.nullable(),
      quiet: z.boolean().optional(),
    }),
    problems: ['right.required', 'writing.suspended', 'place.muted', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

const count = z.int().min(1).optional();
/** Upper and lower case, and `o`, `i` and `l`, as typed. */
export const printedCode = z.string().regex(/^[0-9A-Za-z]{8}$/);

/** Data about the place of a sign. */
const sign = z.strictObject({
  building: z.strictObject({ id: z.string(), name: z.string() }),
  /** Empty: the building itself. */
  spot: z.string(),
  /** Amenity of the sign, which students confirm here. */
  amenityId: z.string().nullable(),
  /** Whether a newer sign replaced this one, which then accepts nothing. */
  replaced: z.boolean(),
  /** Whether reports are rejected, by the operator or a seat counter. */
  muted: z.boolean(),
  voices: placeReports,
  hours: z.array(buildingHours),
});

const said = {
  /** False if it replaced an earlier report. */
  output: z.strictObject({ counted: z.boolean() }),
  problems: [
    'resource.missing',
    'code.replaced',
    'right.required',
    'writing.suspended',
    'place.muted',
    'limit.reached',
  ],
} as const;

/** Codes on printed signs. Reports send the code in the body: proxies log addresses. */
export const codeEndpoints = {
  'GET /api/codes/{code}': {
    id: 'readSign',
    access: 'public',
    summary: 'Returns the place of a printed code; null for an unknown code.',
    path: z.strictObject({ code: printedCode }),
    output: z.strictObject({ sign: sign.nullable() }).meta({ id: 'Sign' }),
    shared: true,
  },
  'POST /api/codes/voice': {
    ...said,
    id: 'sayVoiceByCode',
    summary:
      'Reports the crowd and noise level at a printed code. Missing values keep the report of the last ten minutes.',
    body: z.strictObject({ code: printedCode, voice: z.enum(CODE_REPORTS) }),
  },
  'POST /api/codes/confirmation': {
    ...said,
    id: 'confirmByCode',
    summary: 'Confirms that the amenity of a printed code still exists.',
    body: z.strictObject({ code: printedCode }),
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

/** At most two facts, or one with its amenities' kind. */
const reason = z.strictObject({
  /** The current meal: main dish, price in won, and end. */
  meal: z.strictObject({ dish: z.string(), price: z.int().optional(), until: z.string() }).optional(),
  /** Rooms without a class. */
  rooms: count,
  /** Available amenities for the keyword, and the most frequent kind. */
  amenities: count,
  kind: z.string().optional(),
  /** Posts of its board with the keyword, of the last sixty days. */
  posts: count,
  /** Crowd reports, from two on. */
  crowd: crowd.optional(),
  quiet: count,
  /** Usual crowd at this time. */
  usual: crowd.optional(),
  /** Closing time, such as `23:00`. */
  open: z.string().optional(),
});

/** Recommended places now, computed every five minutes; does not reveal any author. */
const placesNow = z
  .strictObject({
    /** Time of the result in minutes since 1970; null if none or old. */
    at: z.int().nullable(),
    /** Index in `keywords` of the keyword to show first. */
    lead: z.int().min(0).nullable(),
    /** Best places by keyword, best first; keywords in the campus's order. */
    keywords: z.array(z.array(z.strictObject({ id: z.string(), name: z.string(), reason })).max(PLACES)),
  })
  .meta({ id: 'PlacesNow' });
export type PlacesNow = z.output<typeof placesNow>;

export const placesNowEndpoints = {
  'GET /api/places/now': {
    id: 'readPlacesNow',
    summary: 'Returns the best places now for each place keyword, with reasons.',
    output: placesNow,
    shared: true,
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
