// What home says of this hour, in one piece: it comes a moment after the page.
export { PlacesLine } from '../../parts/place/places-line.tsx';
export { MealRow } from './meal-row.tsx';
