import type { OwnData } from '../accounts/index.ts';

/** The dishes that the student said are sold out, while their meal is served. */
export const ownSoldOut: OwnData = {
  officialLists: {
    soldOutDishes: `
      SELECT said_at AS at, meal_id AS "mealId", dish FROM meal_votes JOIN meals ON meals.id = meal_id WHERE user_id = $1`,
  },
};
