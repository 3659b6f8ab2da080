// Values of the user on this device, apart from drafts.
import { deleteDraft, readDraft, writeDraft } from '../../lib/drafts.ts';
import { serverNow } from '../../lib/online.ts';

const EMAIL_KEY = 'last-email';

/** Returns the email of this device's last user, until logout. For a visitor it means an ended session. */
export function readEmail(): string {
  return readDraft(EMAIL_KEY, (value) => typeof value === 'string') ?? '';
}

export function storeEmail(email: string): void {
  writeDraft(EMAIL_KEY, email);
}

const VISITS_KEY = 'visits';

/** Times of a user's last visits to lists on this device, in milliseconds, by address. */
interface Visits {
  userId: string;
  /** First visit on this device; older content is not new. */
  since: number;
  at: Record<string, number>;
}

function isVisits(value: unknown): value is Visits {
  const { since, at } = (value ?? {}) as Partial<Visits>;
  return typeof since === 'number' && typeof at === 'object' && at !== null;
}

/** Returns this user's visits; ignores those of another user whose session ended without a logout. */
export function readVisits(userId: string): Visits {
  const visits = readDraft(VISITS_KEY, isVisits);
  if (visits?.userId === userId) return visits;
  const first = { userId, since: serverNow(), at: {} };
  writeDraft(VISITS_KEY, first);
  return first;
}

/** Returns the buildings whose boards were visited on this device, latest first. */
export function listVisitedBuildings(userId: string): string[] {
  const seen = Object.entries(readVisits(userId).at).sort(([, one], [, other]) => other - one);
  return seen.flatMap(([path]) => /^\/building\/(.+)$/.exec(path)?.[1] ?? []);
}

/** @param newest time of the first item: the phone's clock may be slow. */
export function noteVisit(userId: string, path: string, newest: number): void {
  const visits = readVisits(userId);
  visits.at[path] = Math.max(serverNow(), newest);
  writeDraft(VISITS_KEY, visits);
}

/** Marks lists as visited if the user's post is the only new one; `newest` precedes it. */
export function noteOwnPost(userId: string, paths: readonly string[], newest: Record<string, number>): void {
  const visits = readVisits(userId);
  for (const path of paths)
    if ((newest[path] ?? 0) <= (visits.at[path] ?? visits.since)) visits.at[path] = serverNow();
  writeDraft(VISITS_KEY, visits);
}

const SEARCHES_KEY = 'searches';
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
  const stored = readDraft(SEARCHES_KEY, isSearches);
  return stored?.userId === userId ? stored.queries : [];
}

/** Puts a search first. */
export function noteSearch(userId: string, query: string): void {
  const queries = [query, ...withoutSearch(userId, query)].slice(0, SEARCHES_MAX);
  writeDraft(SEARCHES_KEY, { userId, queries } satisfies OwnSearches);
}

export function removeSearch(userId: string, query: string): void {
  writeDraft(SEARCHES_KEY, { userId, queries: withoutSearch(userId, query) } satisfies OwnSearches);
}

export function forgetSearches(): void {
  deleteDraft(SEARCHES_KEY);
}

const withoutSearch = (userId: string, query: string) =>
  readSearches(userId).filter((other) => other !== query);

const ASKED_KEY = 'asked';

/** Last question to a user on this device: whether an amenity still exists. */
interface Asked {
  userId: string;
  /** Campus date. */
  day: string;
  amenityId: string;
  /** Answered or postponed: no more questions on this day. */
  done: boolean;
}

function isAsked(value: unknown): value is Asked {
  const { userId, day, amenityId } = (value ?? {}) as Partial<Asked>;
  return [userId, day, amenityId].every((text) => typeof text === 'string');
}

/** Returns today's question to this user, if any; ignores another user's. */
export function readAsked(userId: string, day: string): Asked | undefined {
  const asked = readDraft(ASKED_KEY, isAsked);
  return asked?.userId === userId && asked.day === day ? asked : undefined;
}

export function noteAsked(asked: Asked): void {
  writeDraft(ASKED_KEY, asked);
}

/** Returns the texts that a form stored in this tab before a reload, by field. */
export function readTyped<Name extends string>(
  key: string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const texts = names.map((name) => [name, stored[name]] as const);
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) as Partial<
      Record<Name, string>
    >;
  } catch {
    return {};
  }
}

/** Stores the texts of a form in this tab, or deletes them. A full or forbidden store loses them, but not the form. */
export function storeTyped(key: string, texts: Readonly<Record<string, string>> | null): void {
  try {
    if (texts) sessionStorage.setItem(key, JSON.stringify(texts));
    else sessionStorage.removeItem(key);
  } catch {
    return;
  }
}

export const SIGN_UP_KEY = 'sign-up';

/** Deletes everything about the user: the next person at this device must not see it. */
export function forgetUser(): void {
  for (const key of [EMAIL_KEY, VISITS_KEY, SEARCHES_KEY, ASKED_KEY]) deleteDraft(key);
  storeTyped(SIGN_UP_KEY, null);
}
