import { deleteDraft, readDraft, writeDraft } from '../../platform/drafts.ts';

const KEY = 'asked';

/** What a user was asked on this device last: whether an amenity is still there. */
interface Asked {
  userId: string;
  /** Of the campus. */
  day: string;
  amenityId: string;
  /** Answered, or put off: nothing more on this day. */
  done: boolean;
}

function isAsked(value: unknown): value is Asked {
  const { userId, day, amenityId } = (value ?? {}) as Partial<Asked>;
  return [userId, day, amenityId].every((text) => typeof text === 'string');
}

/** What this user was asked today, if anything; what another was asked is not theirs. */
export function readAsked(userId: string, day: string): Asked | undefined {
  const asked = readDraft(KEY, isAsked);
  return asked?.userId === userId && asked.day === day ? asked : undefined;
}

export function noteAsked(asked: Asked): void {
  writeDraft(KEY, asked);
}

export function forgetAsked(): void {
  deleteDraft(KEY);
}
