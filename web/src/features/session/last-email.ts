import { deleteDraft, readDraft, writeDraft } from '../../lib/drafts.ts';

const KEY = 'last-email';

/** Returns the email of this device's last user, until logout. For a visitor it means an ended session. */
export function readEmail(): string {
  return readDraft(KEY, (value) => typeof value === 'string') ?? '';
}

export function storeEmail(email: string): void {
  writeDraft(KEY, email);
}

export function forgetEmail(): void {
  deleteDraft(KEY);
}
