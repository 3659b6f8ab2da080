export { findNewest, patternOf, wordOf, type FindDependencies } from './find-posts.ts';
export { PieceStatistics } from './piece-statistics.ts';
export { readCards } from './search.queries.ts';
export { eraseSearchesOf } from './search.erase.ts';
export { registerSearch } from './search.routes.ts';
export { endSearchDays, listUnfoundTerms } from './unfound.queries.ts';
