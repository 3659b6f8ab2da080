export { importMeals, publishWeek, TELL_DISHES } from './meals.actions.ts';
export { ownSoldOut } from './meals.own.ts';
export { MEALS_TAG } from './meals.present.ts';
export { listMealRows, listMeals, lockCafeterias, sweepMeals } from './meals.queries.ts';
export { registerMeals } from './meals.routes.ts';
