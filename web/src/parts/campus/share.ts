import { copy } from '../../copy.ko.ts';
import { showToast } from '../../ui/toast-store.ts';

/** Opens the system's sheet with an address, or copies the address where there is none. */
export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
    return;
  } catch (error) {
    // Closed without a choice, or pressed twice; everything else means that this browser cannot.
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
