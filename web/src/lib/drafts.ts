/** Raised when the stored shape changes; drafts of an older shape stay unread. */
const VERSION = 1;

/** Returns the storage key of a user's draft for one board. */
export function draftKey(userId: string, boardId: string): string {
  return `draft:v${VERSION}:${userId}:${boardId}`;
}

/** Returns the draft of this key if `isDraft` accepts it. */
export function readDraft<T>(key: string, isDraft: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a text-only draft. */
export const readText = (key: string): string | undefined =>
  readDraft(key, (value) => typeof value === 'string');

/** Returns the stored text of this key; empty if there is none. */
export function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Stores a draft. A full or forbidden store loses only the draft, not the screen's text. */
export function writeDraft(key: string, draft: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    return;
  }
}

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    return;
  }
}
