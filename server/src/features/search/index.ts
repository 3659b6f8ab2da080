export { eraseSearchesOf } from './search.erase.ts';
export { registerSearch } from './search.routes.ts';
export { endSearchDays, listUnfoundTerms } from './unfound.queries.ts';
