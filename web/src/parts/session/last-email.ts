import { deleteDraft, readDraft, writeDraft } from '../../platform/drafts.ts';

const KEY = 'last-email';

/**
 * The address of the student who is, or was last, signed in on this device. It is kept until they log out, so a visitor
 * for whom there is one is a student whose session ended.
 */
export function readEmail(): string {
  return readDraft(KEY, (value) => typeof value === 'string') ?? '';
}

export function keepEmail(email: string): void {
  writeDraft(KEY, email);
}

export function forgetEmail(): void {
  deleteDraft(KEY);
}
