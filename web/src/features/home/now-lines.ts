// Home's current places and meals, one chunk loaded after the page.
export { PlacesLine } from '../places/places-line.tsx';
export { MealRow } from './meal-row.tsx';
