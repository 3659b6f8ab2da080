import { deleteDraft, readDraft, writeDraft } from '../../lib/drafts.ts';

const KEY = 'searches';
const SEARCHES_MAX = 10;

/** Latest searches of a user on this device, newest first. */
interface OwnSearches {
  userId: string;
  queries: readonly string[];
}

function isSearches(value: unknown): value is OwnSearches {
  const { userId, queries } = (value ?? {}) as Partial<OwnSearches>;
  return (
    typeof userId === 'string' &&
    Array.isArray(queries) &&
    queries.every((query) => typeof query === 'string')
  );
}

/** Returns this user's searches; ignores those of another user whose session ended without a logout. */
export function readSearches(userId: string): readonly string[] {
  const stored = readDraft(KEY, isSearches);
  return stored?.userId === userId ? stored.queries : [];
}

/** Puts a search first. */
export function noteSearch(userId: string, query: string): void {
  const queries = [query, ...removed(userId, query)].slice(0, SEARCHES_MAX);
  writeDraft(KEY, { userId, queries } satisfies OwnSearches);
}

export function removeSearch(userId: string, query: string): void {
  writeDraft(KEY, { userId, queries: removed(userId, query) } satisfies OwnSearches);
}

export function forgetSearches(): void {
  deleteDraft(KEY);
}

const removed = (userId: string, query: string) => readSearches(userId).filter((other) => other !== query);
