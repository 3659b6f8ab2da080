export { findNewest, patternOf, wordOf, type FindDependencies } from './find-posts.ts';
export { PieceStatistics } from './ranking.ts';
export { readCards } from './statements.ts';
export { endSearchDays, deleteSearchesOf, listUnfoundTerms } from './unfound.ts';
export { registerSearch } from './routes.ts';
