import { type ReactNode, useSyncExternalStore } from 'react';
import { copy } from '../copy.ko.ts';
import { outsideAddress } from '../lib/browser.ts';
import { hearNavigation, useSheet } from '../lib/router.tsx';
import { showToast } from '../lib/toast-store.ts';
import buttons from './button.module.css';
import { Button } from './button.tsx';
import styles from './install-help.module.css';
import { Sheet } from './sheet.tsx';

/** Renders the steps to add the app to the home screen in Safari on an iPhone. */
export function HomeScreenSteps({ name = 'install', onSeen }: { name?: string; onSeen?: () => void }) {
  const sheet = useSheet(name);
  const close = (): void => {
    sheet.close();
    onSeen?.();
  };
  return (
    <>
      <Button look="small" onClick={sheet.show}>
        {copy['install.how']}
      </Button>
      <Sheet title={copy['install.title']} sheet={{ open: sheet.open, close }}>
        <ol className="flex-col gap-3">
          <Step text={copy['install.step.share']}>
            <path d="M32 39V15m-8 8 8-8 8 8M25 29h-6v22h26V29h-6" />
          </Step>
          <Step text={copy['install.step.add']}>
            <rect x="16" y="16" width="32" height="32" rx="8" />
            <path d="M32 24v16m-8-8h16" />
          </Step>
          <Step text={copy['install.step.confirm']}>
            <rect x="8" y="18" width="48" height="28" rx="14" />
            <path d="m23 32 6 6 12-12" />
          </Step>
        </ol>
        <p className="text-soft text-note pt-4">{copy['install.note']}</p>
      </Sheet>
    </>
  );
}

function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="row gap-4">
      <svg
        className={`flex-none bg-surface-strong rounded ${styles.picture}`}
        viewBox="0 0 64 64"
        aria-hidden="true"
      >
        {children}
      </svg>
      <span>{text}</span>
    </li>
  );
}

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
    <span className={`row min-w-0 ${styles.copy}`}>
      <input
        className={`flex-1 min-h-touch text-soft ${styles.address}`}
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
