// What search is made of where it is enabled: fetched by its screen.
export { Found } from './found.tsx';
export { Suggestions } from './suggestions.tsx';
export { OwnSearches } from './own-searches.tsx';
