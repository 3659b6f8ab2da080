export {
  importMeals,
  listMealRows,
  listMeals,
  lockCafeterias,
  MEALS_TAG,
  ownSoldOut,
  publishWeek,
  registerMeals,
  sweepMeals,
  NOTIFY_DISHES,
} from './meals.ts';
