/** Events before the app ran, recorded by the page (index.html). */
interface Early {
  /** Field in which a syllable is being composed. */
  composing?: Element;
  /** Button pressed last, or link that needs the app (`data-app`). */
  pressed?: HTMLElement | null;
  /** Submitted form that waits for the app. */
  sent?: HTMLFormElement;
  stop: () => void;
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** Maximum time to compose one syllable, in milliseconds. */
const COMPOSED_WITHIN = 5_000;

/** Waits until no syllable is being composed: hydrating its field would lose it. */
export async function waitForComposition(): Promise<void> {
  if (!window.early?.composing) return;
  await new Promise<void>((resolve) => {
    document.addEventListener('compositionend', () => resolve(), { once: true });
    setTimeout(resolve, COMPOSED_WITHIN);
  });
}

/** Replays earlier presses and submits after hydration. */
export function resumeEarly(): void {
  const { early } = window;
  early?.stop();
  early?.pressed?.click();
  early?.sent?.requestSubmit();
  delete window.early;
}
