// Enabled search, loaded by its screen.
export { Found } from './found.tsx';
export { Suggestions } from './suggestions.tsx';
export { OwnSearches } from './own-searches.tsx';
