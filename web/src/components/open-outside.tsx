import { useSyncExternalStore } from 'react';
import { copy } from '../copy.ko.ts';
import { outsideAddress } from '../lib/browser.ts';
import { hearNavigation } from '../lib/router.tsx';
import { Button } from './button.tsx';
import buttons from './button.module.css';
import { showToast } from '../lib/toast-store.ts';
import styles from './open-outside.module.css';

/** Renders a link to this address in the default browser, or copies it. */
export function OpenOutside() {
  const address = useSyncExternalStore(hearNavigation, () => window.location.href);
  const outside = outsideAddress(navigator.userAgent, new URL(address));
  if (outside)
    return (
      <a className={`${buttons.button} ${buttons.small} ${styles.open}`} href={outside}>
        {copy['outside.open']}
      </a>
    );
  return (
    <span className={styles.copy}>
      <input
        className={styles.address}
        aria-label={copy['outside.address']}
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button look="small" onClick={() => void copyText(address)}>
        {copy['outside.copy']}
      </Button>
    </span>
  );
}

/** Copies the address: the system's share sheet would offer the in-app browser's app first. */
async function copyText(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast(copy['share.copied']);
  } catch {
    // Without permission, or without HTTPS: the address next to the button can be held and copied.
    showToast(copy['outside.hold']);
  }
}
