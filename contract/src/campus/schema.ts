import { z } from 'zod';
import { amenity, buildingHours } from '../amenities/schema.ts';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { address } from '../schema.ts';
import { REPORT_REASONS } from '../moderation/rules.ts';
import { MAP_AREAS, MAP_LINES, MAP_POINTS } from './map-rules.ts';
import { AMENITY_ICONS, CAMPUS_COUNTS, EDITIONS, KEYWORD_ICONS, SEARCH_ANSWERS } from './rules.ts';

const label = z.string().min(1).max(40);
const mailDomain = z
  .string()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain in small letters such as korea.ac.kr');
const webUrl = z.url({ protocol: /^https$/ });

const emergencyContact = z
  .strictObject({
    name: label,
    number: z.string().regex(/^\+?\d[\d-]{1,18}\d$/, 'must be a telephone number such as 02-3290-1114'),
    /** When somebody answers, or what for. */
    note: z.string().min(1).max(80).optional(),
  })
  .meta({ id: 'EmergencyContact' });

/** What a campus folder's `campus.json` holds. Strict: a misspelt key is an error, not a default. */
export const campusSettings = z.strictObject({
  product: z.strictObject({
    name: label,
    latinName: label,
    /** What it is, in one sentence, for anyone who does not know it yet. */
    tagline: z.string().min(1).max(120),
  }),
  university: z.strictObject({
    name: label,
    domain: mailDomain,
    /** False where `name+word` is a mailbox of its own; elsewhere it is another address of `name`. */
    plusIsAlias: z.boolean().optional(),
  }),
  /** Domains whose mail server ignores dots before the @, for bans and limits; gmail.com and googlemail.com where it is left out. */
  dotlessMailDomains: z.array(mailDomain).optional(),
  timeZone: z.string().min(1),
  /** Shown as the writer of events and notices [SC-25]. */
  operatorLabel: label,
  inquiryUrl: webUrl,
  socialAccount: label,
  /** Likes at which a post becomes hot by itself. */
  hotThreshold: z.int().min(1),
  /** Buildings that show the shared placeholder picture though the folder may have one [SC-10]. */
  placeholderPictures: z.array(z.string()),
  reservedNicknames: z.strictObject({ parts: z.array(label), whole: z.array(label) }),
  /** The building categories; `tab` is the label of its tab in the building list. */
  categories: z
    .array(z.strictObject({ name: label, tab: label }))
    .min(CAMPUS_COUNTS.categories.least)
    .max(CAMPUS_COUNTS.categories.most),
  /** The categories of keyword browsing, ids from 1 on in order, each one building category. */
  keywordCategories: z
    .array(z.strictObject({ id: z.int().min(1), label, category: label }))
    .min(1)
    .max(CAMPUS_COUNTS.categories.most),
  /** How reports work here; what is left out is the rule's own. */
  moderation: z
    .strictObject({
      /** From how many reporters on something is hidden. */
      hideAt: z.int().min(2).max(100).optional(),
      /** The day it opened to students; without it, the day its database was made. */
      openedOn: z.iso.date().optional(),
      /** What is asked of who writes much, or the same again; see `FloodRules`. */
      floods: z
        .strictObject({
          firstDayPosts: z.int().min(1).max(1_000).optional(),
          firstDayReplies: z.int().min(1).max(10_000).optional(),
          repeatMinutes: z.int().min(0).max(1_440).optional(),
          repeatLetters: z.int().min(1).max(1_000).optional(),
          heldLinkHours: z.int().min(0).max(8_760).optional(),
        })
        .optional(),
      /** What a decision begins with, for the author to read: where something stays hidden by its reason, and where it is shown. */
      texts: z
        .partialRecord(z.enum([...REPORT_REASONS, 'restored']), z.string().min(1).max(1_000))
        .optional(),
    })
    .optional(),
  placeWord: label,
  /** The 12 place keywords, ids 1 to 12 in order, without the place word. */
  keywords: z.array(label).length(CAMPUS_COUNTS.keywords),
  /** Their pictures, in the same order; without them all have the same one. */
  keywordIcons: z.array(z.enum(KEYWORD_ICONS)).length(CAMPUS_COUNTS.keywords).optional(),
  festivalKeywords: z.array(label).length(CAMPUS_COUNTS.festivalKeywords),
  searchTerms: z.array(label).length(CAMPUS_COUNTS.searchTerms),
  /** What students call buildings, each with the ids of those that it means; search knows them. */
  buildingNicknames: z.record(label, z.array(z.string()).min(1)).optional(),
  /** Whom to call when something happens, the most urgent first; official edition only. */
  emergency: z.array(emergencyContact).min(1).max(30).optional(),
  /** After how many days students are asked whether an amenity is still there, by its kind; official edition only. */
  amenityDays: z.record(label, z.int().min(7).max(730)).optional(),
  /** The keywords above whose posts rooms without a class are offered; official edition only. */
  freeRoomKeywords: z.array(label).optional(),
  /** What else answers a keyword beside posts: amenities of these kinds, and whether it has to be quiet; official edition only. */
  keywordPlaces: z
    .record(
      label,
      z.strictObject({ amenities: z.array(label).min(1).optional(), quiet: z.literal(true).optional() }),
    )
    .optional(),
  /** Their pictures, by kind; official edition only. */
  amenityIcons: z.record(label, z.enum(AMENITY_ICONS)).optional(),
  /** When class periods begin, the first one first; official edition only. */
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

/** One text students agree to; `version` is recorded with each consent. */
export const legalText = z
  .strictObject({
    version: legalVersion,
    /** The day it takes effect. */
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

/**
 * A legal text in a campus folder. A paragraph is one text for both editions, or one for each; without a text the
 * edition leaves it out.
 */
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

/** A board: a building, or one of the special ones [EN-02]. */
export const building = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    category: z.string(),
    info: z.string(),
    kind: z.enum(['building', 'question', 'festival', 'notice', 'hidden']),
    /** Address of the picture on this site; special boards have none. */
    picture: address.nullable(),
    /** What students call a building beside its name, in the list of all; official edition only. */
    nicknames: z.array(z.string()).optional(),
    /** The page of a system that counts its seats; nobody is asked how crowded it is. Official edition only. */
    seats: webUrl.optional(),
  })
  .meta({ id: 'Building' });
export type Building = z.output<typeof building>;

/** A name on the map, the middle of its lines at a point; shown from one of `MAP_ZOOMS` on, or never. */
const mapLabel = z.strictObject({
  x: z.int(),
  y: z.int(),
  /** Together they are the name. */
  lines: z.array(z.string()).min(1),
  from: z.int().min(0).nullable(),
});

/** The drawing of a campus in metres; `d` as in a path of SVG. Buildings are in order from west to east. */
const campusMap = z
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
    summary: 'The campus settings a browser needs, the edition, the versions of the legal texts.',
    status: 200,
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
        /** What the campus pack has beside buildings; official edition only. */
        pack: z.array(z.enum(['map', 'emergency'])).optional(),
      }),
    shared: true,
    problems: [],
  },
  'GET /api/campus/pack': {
    id: 'readCampusPack',
    access: 'user',
    edition: 'official',
    summary:
      'What a phone keeps of the campus: buildings, map, amenities, hours, emergency numbers. Nothing of any student.',
    status: 200,
    output: z.strictObject({
      /** Another one when anything of it changed. */
      version: z.string(),
      /** By name. */
      buildings: z.array(building.pick({ id: true, name: true, category: true, seats: true })),
      map: campusMap.nullable(),
      /** By building, from the lowest floor to the highest. */
      amenities: z.array(amenity),
      /** The kinds of amenities, and after how many days students are asked whether one is still there. */
      kinds: z.array(
        z.strictObject({ name: label, askAfterDays: z.int(), icon: z.enum(AMENITY_ICONS).optional() }),
      ),
      hours: z.array(buildingHours),
      emergency: z.array(emergencyContact),
      /** Words that students use for one thing; search reads them as each other. */
      synonyms: z
        .array(
          z.strictObject({ words: z.array(z.string()).min(1), opens: z.enum(SEARCH_ANSWERS).optional() }),
        )
        .optional(),
    }),
    shared: true,
    problems: [],
  },
  'GET /api/legal/{document}': {
    id: 'readLegalText',
    access: 'public',
    summary: 'Terms of service or privacy policy.',
    status: 200,
    path: z.strictObject({ document: z.enum(['terms', 'privacy']) }),
    output: legalText,
    shared: true,
    problems: [],
  },
  'GET /api/buildings': {
    id: 'listBuildings',
    access: 'user',
    summary: 'All buildings by name (by code point), special boards left out.',
    status: 200,
    output: z.strictObject({ buildings: z.array(building) }),
    shared: true,
    problems: [],
  },
  'GET /api/buildings/{buildingId}': {
    id: 'readBuilding',
    access: 'user',
    summary: 'One building or special board.',
    status: 200,
    path: buildingPath,
    output: building,
    shared: true,
    problems: [],
  },
} as const satisfies Record<EndpointKey, Endpoint>;

export type Campus = z.output<(typeof campusEndpoints)['GET /api/campus']['output']>;
