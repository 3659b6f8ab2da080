import { copy } from '../copy.ko.ts';
import { showToast } from './toast-store.ts';

/** Opens the system's share sheet, or copies the address if there is none. */
export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
    return;
  } catch (error) {
    // Closed without a choice, or pressed twice; any other error means that this browser cannot share.
    if (error instanceof DOMException && /Abort|InvalidState/.test(error.name)) return;
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast(copy['share.copied']);
  } catch {
    // Without permission, or without HTTPS: the address can be read and typed.
    showToast(url);
  }
}
