import { deleteDraft, readDraft, writeDraft } from '../../lib/drafts.ts';

const KEY = 'asked';

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
  const asked = readDraft(KEY, isAsked);
  return asked?.userId === userId && asked.day === day ? asked : undefined;
}

export function noteAsked(asked: Asked): void {
  writeDraft(KEY, asked);
}

export function forgetAsked(): void {
  deleteDraft(KEY);
}
