// What a query means beside its words: fetched when something is searched.
export { NothingFound } from './nothing-found.tsx';
export { Places } from './places.tsx';
