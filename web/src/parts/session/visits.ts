import { deleteDraft, readDraft, writeDraft } from '../../platform/drafts.ts';
import { serverNow } from '../../platform/server-clock.ts';

const KEY = 'visits';

/** When a user saw which list last on this device, in milliseconds, by the list's address. */
interface Visits {
  userId: string;
  /** What is older than the first visit on this device is not new. */
  since: number;
  at: Record<string, number>;
}

function isVisits(value: unknown): value is Visits {
  const { since, at } = (value ?? {}) as Partial<Visits>;
  return typeof since === 'number' && typeof at === 'object' && at !== null;
}

/** This user's visits; another's, whose session ended here without a logout, are not theirs. */
export function readVisits(userId: string): Visits {
  const visits = readDraft(KEY, isVisits);
  if (visits?.userId === userId) return visits;
  const first = { userId, since: serverNow(), at: {} };
  writeDraft(KEY, first);
  return first;
}

/** The buildings whose boards were seen on this device, the last one first. */
export function listVisitedBuildings(userId: string): string[] {
  const seen = Object.entries(readVisits(userId).at).sort(([, one], [, other]) => other - one);
  return seen.flatMap(([path]) => /^\/building\/(.+)$/.exec(path)?.[1] ?? []);
}

/** @param newest what stands there first: the phone's clock may be slow. */
export function noteVisit(userId: string, path: string, newest: number): void {
  const visits = readVisits(userId);
  visits.at[path] = Math.max(serverNow(), newest);
  writeDraft(KEY, visits);
}

/** A post of one's own is nothing new where nothing else was: `newest` says what came last before it. */
export function noteOwnPost(userId: string, paths: readonly string[], newest: Record<string, number>): void {
  const visits = readVisits(userId);
  for (const path of paths)
    if ((newest[path] ?? 0) <= (visits.at[path] ?? visits.since)) visits.at[path] = serverNow();
  writeDraft(KEY, visits);
}

export function forgetVisits(): void {
  deleteDraft(KEY);
}
