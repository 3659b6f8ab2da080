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
  TELL_DISHES,
} from './meals.ts';
