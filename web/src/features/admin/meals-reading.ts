export { parseMeals } from '@madang/contract/places/parse-meals';
export { MealsPreview } from './meals-preview.tsx';
