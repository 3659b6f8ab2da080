import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { REASON_MAX } from '../operate/rules.ts';
import { idPath, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { MEALS, MEALS_TEXT_MAX } from './rules.ts';

const time = z.string().regex(/^\d\d:\d\d$/);

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

const base = { access: 'user', edition: 'official', status: 200 } as const;
const soldOut = z.strictObject({
  soldOut: z.boolean(),
});

export const mealEndpoints = {
  'GET /api/meals': {
    ...base,
    id: 'listMeals',
    summary: 'What the cafeterias serve today. Nothing of any student.',
    output: mealsToday,
    shared: true,
    problems: [],
  },
  'PUT /api/meals/{id}/sold-out': {
    ...base,
    id: 'saySoldOut',
    summary:
      'Say that a dish is sold out, while its meal is served. Two students mark it until the end; saying it again changes nothing.',
    path: idPath,
    output: soldOut,
    problems: ['resource.missing', 'right.required', 'writing.suspended', 'meal.notServed', 'limit.reached'],
  },
  'DELETE /api/meals/{id}/sold-out': {
    ...base,
    id: 'takeBackSoldOut',
    summary: 'Take back that a dish is sold out; twice is once.',
    path: idPath,
    output: soldOut,
    problems: ['resource.missing', 'limit.reached'],
  },
  'PUT /api/operate/meals/{amenityId}': {
    access: 'operator',
    edition: 'official',
    id: 'publishMeals',
    summary:
      'Put the meals of a text in the place of those that a cafeteria had in a week. Refused where a line of it is not understood.',
    status: 204,
    path: z.strictObject({ amenityId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) }),
    body: z.strictObject({
      monday: z.iso.date(),
      text: boundedText(MEALS_TEXT_MAX),
      source: boundedText(80),
      reason: boundedText(REASON_MAX),
    }),
    problems: ['confirmation.required', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
