import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { REPORT_REASONS } from '../moderation/rules.ts';
import { address } from '../schema.ts';
import {
  AMENITY_ICONS,
  CAMPUS_COUNTS,
  EDITIONS,
  KEYWORD_ICONS,
  MAP_AREAS,
  MAP_LINES,
  MAP_POINTS,
  PINS_MAX,
} from './rules.ts';

export const label = z.string().min(1).max(40);
const mailDomain = z
  .string()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain in small letters such as korea.ac.kr');
const webUrl = z.url({ protocol: /^https$/ });

export const emergencyContact = z
  .strictObject({
    name: label,
    number: z.string().regex(/^\+?\d[\d-]{1,18}\d$/, 'must be a telephone number such as 02-3290-1114'),
    /** Opening hours or purpose of the number. */
    note: z.string().min(1).max(80).optional(),
  })
  .meta({ id: 'EmergencyContact' });

/** Contents of `campus.json`. Strict: a misspelt key is an error. */
export const campusSettings = z.strictObject({
  product: z.strictObject({
    name: label,
    latinName: label,
    /** One-sentence description of the product for newcomers. */
    tagline: z.string().min(1).max(120),
  }),
  university: z.strictObject({
    name: label,
    domain: mailDomain,
    /** False if `name+word` is a separate mailbox, not an alias. */
    plusIsAlias: z.boolean().optional(),
  }),
  /** Domains that ignore dots before the @; default gmail.com and googlemail.com. */
  dotlessMailDomains: z.array(mailDomain).optional(),
  timeZone: z.string().min(1),
  /** Shown as the author of events and notices [SC-25]. */
  operatorLabel: label,
  inquiryUrl: webUrl,
  socialAccount: label,
  /** Likes at which a post becomes hot automatically. */
  hotThreshold: z.int().min(1),
  /** Buildings that always show the placeholder picture [SC-10]. */
  placeholderPictures: z.array(z.string()),
  reservedNicknames: z.strictObject({ parts: z.array(label), whole: z.array(label) }),
  /** Building categories; `tab` is the label of the tab in the building list. */
  categories: z
    .array(z.strictObject({ name: label, tab: label }))
    .min(CAMPUS_COUNTS.categories.least)
    .max(CAMPUS_COUNTS.categories.most),
  /** Categories of keyword browsing, ids from 1, one building category each. */
  keywordCategories: z
    .array(z.strictObject({ id: z.int().min(1), label, category: label }))
    .min(1)
    .max(CAMPUS_COUNTS.categories.most),
  moderation: z
    .strictObject({
      hideAt: z.int().min(2).max(100).optional(),
      /** Opening day; default: the day the database was created. */
      openedOn: z.iso.date().optional(),
      /** Limits for frequent or repeated writing; see `FloodRules`. */
      floods: z
        .strictObject({
          firstDayPosts: z.int().min(1).max(1_000).optional(),
          firstDayReplies: z.int().min(1).max(10_000).optional(),
          repeatMinutes: z.int().min(0).max(1_440).optional(),
          repeatLetters: z.int().min(1).max(1_000).optional(),
          heldLinkHours: z.int().min(0).max(8_760).optional(),
        })
        .optional(),
      /** Opening texts of decisions: by reason if hidden, otherwise `restored`. */
      texts: z
        .partialRecord(z.enum([...REPORT_REASONS, 'restored']), z.string().min(1).max(1_000))
        .optional(),
    })
    .optional(),
  placeWord: label,
  /** The 12 place keywords, ids 1 to 12, without the place word. */
  keywords: z.array(label).length(CAMPUS_COUNTS.keywords),
  /** Icons of the keywords, in order; by default all the same. */
  keywordIcons: z.array(z.enum(KEYWORD_ICONS)).length(CAMPUS_COUNTS.keywords).optional(),
  festivalKeywords: z.array(label).length(CAMPUS_COUNTS.festivalKeywords),
  searchTerms: z.array(label).length(CAMPUS_COUNTS.searchTerms),
  buildingNicknames: z.record(label, z.array(z.string()).min(1)).optional(),
  /** Emergency contacts, the most urgent first; official edition only. */
  emergency: z.array(emergencyContact).min(1).max(30).optional(),
  /** Days until students are asked to confirm, by kind; official edition only. */
  amenityDays: z.record(label, z.int().min(7).max(730)).optional(),
  /** Keywords whose posts show rooms without a class; official edition only. */
  freeRoomKeywords: z.array(label).optional(),
  /** Places for a keyword: kinds of amenities, and whether quiet; official edition only. */
  keywordPlaces: z
    .record(
      label,
      z.strictObject({ amenities: z.array(label).min(1).optional(), quiet: z.literal(true).optional() }),
    )
    .optional(),
  /** Icons by kind of amenity; official edition only. */
  amenityIcons: z.record(label, z.enum(AMENITY_ICONS)).optional(),
  /** Start times of class periods, in order; official edition only. */
  classPeriods: z
    .array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00'))
    .min(1)
    .max(20)
    .refine((starts) => starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? '')), {
      error: 'must be in order, each once',
    })
    .optional(),
});
export type CampusSettings = z.output<typeof campusSettings>;

const legalVersion = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-03-02');

/** A legal text that students accept; `version` is stored with each consent. */
const legalText = z
  .strictObject({
    version: legalVersion,
    effectiveOn: z.iso.date(),
    title: z.string(),
    /** Paragraphs in order; a heading starts a section. */
    sections: z.array(z.strictObject({ heading: z.string(), paragraphs: z.array(z.string()) })),
  })
  .meta({ id: 'LegalText' });
export type LegalText = z.output<typeof legalText>;

const perEdition = <Day extends z.ZodType>(day: Day) =>
  z.union([day, z.strictObject({ beta: day, official: day })], {
    error: 'must be a day such as 2026-03-02, or one for "beta" and one for "official"',
  });

/** A legal text. A paragraph is for both editions, or has one text per edition. */
export const legalFile = z
  .strictObject({
    version: perEdition(legalVersion),
    effectiveOn: perEdition(z.iso.date()),
    title: z.string(),
    sections: z.array(
      z.strictObject({
        heading: z.string(),
        paragraphs: z.array(
          z.union(
            [z.string(), z.strictObject({ beta: z.string().optional(), official: z.string().optional() })],
            { error: 'must be a text, or an object with one for "beta", for "official", or for each' },
          ),
        ),
      }),
    ),
  })
  .refine(
    ({ version, sections }) =>
      sections.every(({ paragraphs }) => paragraphs.every((text) => typeof text === 'string')) ||
      (typeof version === 'object' && version.beta !== version.official),
    {
      path: ['version'],
      error:
        'must be another day for each edition, because their texts differ: a consent names the text that was read',
    },
  );
export type LegalFile = z.output<typeof legalFile>;

/** A board: a building or a special board [EN-02]. */
export const building = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    category: z.string(),
    info: z.string(),
    kind: z.enum(['building', 'question', 'festival', 'notice', 'hidden']),
    /** Address of the picture on this site; special boards have none. */
    picture: address.nullable(),
    /** Nicknames of a building, in the full list; official edition only. */
    nicknames: z.array(z.string()).optional(),
    /** Page of a seat counter, which disables crowd reports. Official edition only. */
    seats: webUrl.optional(),
  })
  .meta({ id: 'Building' });
export type Building = z.output<typeof building>;

/** A map label, centred; shown from one of `MAP_ZOOMS`, or never. */
const mapLabel = z.strictObject({
  x: z.int(),
  y: z.int(),
  /** Lines that together form the name. */
  lines: z.array(z.string()).min(1),
  from: z.int().min(0).nullable(),
});

/** A campus map in metres; `d` is an SVG path. Buildings sorted west to east. */
export const campusMap = z
  .strictObject({
    width: z.int().min(1),
    height: z.int().min(1),
    shapes: z.array(
      z.strictObject({
        kind: z.enum([...MAP_AREAS, ...MAP_LINES, ...MAP_POINTS]),
        d: z.string(),
        label: mapLabel.optional(),
      }),
    ),
    buildings: z.array(z.strictObject({ id: z.string(), d: z.string(), label: mapLabel })),
  })
  .meta({ id: 'CampusMap' });
export type CampusMap = z.output<typeof campusMap>;

export const buildingId = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);
const buildingPath = z.strictObject({ buildingId });

export const campusEndpoints = {
  'GET /api/campus': {
    id: 'readCampus',
    access: 'public',
    summary: 'Returns the campus settings for browsers, the edition and the versions of the legal texts.',
    output: campusSettings
      .omit({
        dotlessMailDomains: true,
        placeholderPictures: true,
        moderation: true,
        buildingNicknames: true,
        emergency: true,
        amenityDays: true,
        amenityIcons: true,
        classPeriods: true,
        keywordPlaces: true,
      })
      .extend({
        edition: z.enum(EDITIONS),
        termsVersion: z.string(),
        privacyVersion: z.string(),
        /** Distance of the time zone to UTC in minutes, with the milliseconds since 1970 between which it holds. */
        utcOffset: z.strictObject({ minutes: z.int(), from: z.int(), until: z.int() }),
        /** Contents of the campus pack other than buildings; official edition only. */
        pack: z.array(z.enum(['map', 'emergency'])).optional(),
      }),
    shared: true,
  },
  'GET /api/legal/{document}': {
    id: 'readLegalText',
    access: 'public',
    summary: 'Returns the terms of service or the privacy policy.',
    path: z.strictObject({ document: z.enum(['terms', 'privacy']) }),
    output: legalText,
    shared: true,
  },
  'GET /api/buildings': {
    id: 'listBuildings',
    summary: 'Lists the buildings by name (code point order), without special boards.',
    output: z.strictObject({ buildings: z.array(building) }),
    shared: true,
  },
  'GET /api/buildings/{buildingId}': {
    id: 'readBuilding',
    summary: 'Returns a building or special board.',
    path: buildingPath,
    output: building,
    shared: true,
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

export type Campus = z.output<(typeof campusEndpoints)['GET /api/campus']['output']>;

const pin = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    picture: address.nullable(),
  })
  .meta({ id: 'Pin' });
export type Pin = z.output<typeof pin>;

/** Pinned buildings, in the student's order; included in `GET /api/session`. */
export const pins = z.array(pin).max(PINS_MAX);

export const pinEndpoints = {
  'PUT /api/profile/pins': {
    id: 'pinBuildings',
    summary: 'Sets the buildings pinned to home, in order. Idempotent.',
    body: z.strictObject({
      buildingIds: z.array(z.string().regex(/^[A-Za-z0-9-]{1,60}$/)).max(PINS_MAX),
    }),
    output: z.strictObject({ pins }),
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
