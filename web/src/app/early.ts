/** What happened on the page before the app ran; the page itself notes it (index.html). */
interface Early {
  /** A field in which a syllable is being composed. */
  composing?: Element;
  /** The button that was pressed last, or the link that leads nowhere without the app (`data-app`). */
  pressed?: HTMLElement | null;
  /** A form that was sent and waits for the app. */
  sent?: HTMLFormElement;
  stop: () => void;
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** Nobody composes one syllable for longer, in milliseconds. */
const COMPOSED_WITHIN = 5_000;

/** Waits until no syllable is being composed: a field that is taken over then would lose it. */
export async function waitForComposition(): Promise<void> {
  if (!window.early?.composing) return;
  await new Promise<void>((resolve) => {
    document.addEventListener('compositionend', () => resolve(), { once: true });
    setTimeout(resolve, COMPOSED_WITHIN);
  });
}

/** The app has taken the page over: it goes on with what was pressed and sent before. */
export function resumeEarly(): void {
  const { early } = window;
  early?.stop();
  early?.pressed?.click();
  early?.sent?.requestSubmit();
  delete window.early;
}
