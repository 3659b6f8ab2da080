import { deleteDraft, readDraft, writeDraft } from '../../platform/drafts.ts';

const KEY = 'last-email';

/**
 * The address of the user who is, or was last, signed in on this device, until they log out: a visitor for whom there
 * is one is a user whose session ended.
 */
export function readEmail(): string {
  return readDraft(KEY, (value) => typeof value === 'string') ?? '';
}

export function storeEmail(email: string): void {
  writeDraft(KEY, email);
}

export function forgetEmail(): void {
  deleteDraft(KEY);
}
