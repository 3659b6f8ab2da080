import { useSyncExternalStore } from 'react';
import { copy } from '../../copy.ko.ts';
import { outsideAddress } from '../../platform/browser.ts';
import { hearNavigation } from '../../router/router.tsx';
import { Button } from '../../ui/button.tsx';
import buttons from '../../ui/button.module.css';
import { showToast } from '../../ui/toast-store.ts';
import styles from './open-outside.module.css';

/** Leads from another app's browser to the phone's own, at this very address; where no link can, the address is copied. */
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

/** No sheet of the system: that of another app's browser shares with this app first of all. */
async function copyText(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast(copy['share.copied']);
  } catch {
    // Without permission, or without HTTPS: it stands beside the button, to be held and copied.
    showToast(copy['outside.hold']);
  }
}
