import { readDraft, writeDraft } from '../platform/drafts.ts';

const KEY = 'install';
/** So many visits on which something was read. */
const AFTER_VISITS = 3;
/** What is read sooner than this after the last is the same visit, in milliseconds. */
const VISIT_GAP = 30 * 60_000;
/** Anyone who refused, or looked how it goes, is left alone for this long. */
const QUIET = 60 * 24 * 3_600_000;

/** What the device remembers of visits and of the offer; times in milliseconds. */
interface InstallMemory {
  visits: number;
  readAt: number;
  answeredAt: number;
}

const nothing: InstallMemory = { visits: 0, readAt: 0, answeredAt: 0 };

function isMemory(value: unknown): value is InstallMemory {
  const memory = value as InstallMemory | null;
  return [memory?.visits, memory?.readAt, memory?.answeredAt].every((number) => typeof number === 'number');
}

/** Without a store every page is a first visit, and nothing is offered. */
const recall = (): InstallMemory => readDraft(KEY, isMemory) ?? nothing;

/** Counts a visit, when something is read on it first. */
export function noteRead(now: number): void {
  const memory = recall();
  // A clock that was set back begins a visit too.
  const again = Math.abs(now - memory.readAt) < VISIT_GAP;
  writeDraft(KEY, { ...memory, visits: memory.visits + (again ? 0 : 1), readAt: now });
}

/** Refused or taken: the offer comes back later at the earliest. */
export function noteAnswer(now: number): void {
  writeDraft(KEY, { ...recall(), answeredAt: now });
}

export function isOfferDue(now: number): boolean {
  const { visits, answeredAt } = recall();
  return visits >= AFTER_VISITS && Math.abs(now - answeredAt) >= QUIET;
}
