/** Raised when the stored shape changes; drafts of an older shape are left alone and never read. */
const VERSION = 1;

/** Where a user's draft for one board lies, on this device only. */
export function draftKey(userId: string, boardId: string): string {
  return `draft:v${VERSION}:${userId}:${boardId}`;
}

/** The draft under this key when `isDraft` knows its shape. */
export function readDraft<T>(key: string, isDraft: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A draft that is a text alone. */
export const readText = (key: string): string | undefined =>
  readDraft(key, (value) => typeof value === 'string');

/** What lies under this key, as it was stored; empty where nothing does. */
export function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** In a full or forbidden store the draft is lost, but not the text on the screen. */
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
