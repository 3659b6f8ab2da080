export { parseMeals } from '@madang/contract/meals/parse-meals';
export { MealsPreview } from './meals-preview.tsx';
