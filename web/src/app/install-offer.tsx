import { copy } from '../copy.ko.ts';
import { HomeScreenSteps } from '../components/home-screen-steps.tsx';
import { chromeAddress, homeScreenWay } from '../lib/browser.ts';
import { hearNavigation } from '../lib/router.tsx';
import { Button, ButtonLink } from '../components/button.tsx';
import { isOfferDue, noteAnswer, noteRead } from './install-memory.ts';
import { isAboveTaken, putAbove, TopLine } from './top-line.tsx';

/** Install prompt of the browser, deferred until requested. Only Chromium has it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

const isReading = (): boolean =>
  /^\/(?:post|hotpost|board\/(?:event|notice))\/./.test(window.location.pathname);

/**
 * Offers the home screen after enough visits with reading, never while reading. Prefers the browser's prompt; Samsung Internet
 * leads to Chrome; without a known way, nothing.
 *
 * @returns a function that stops it.
 */
export function watchForInstall(agent: string): () => void {
  const way = homeScreenWay(agent);
  let prompt: InstallPrompt | undefined;
  let shown = false;

  function look(): void {
    if (isReading()) noteRead(Date.now());
    else if (!shown && !isAboveTaken() && (way ?? prompt) && isOfferDue(Date.now())) show();
  }

  function show(): void {
    shown = true;
    putAbove((leave) => {
      const answer = (): void => {
        noteAnswer(Date.now());
        leave();
      };
      return (
        <TopLine label={copy['install.line']} text={copy['install.text']} onDismiss={answer}>
          {way === 'chrome' ? (
            <ButtonLink look="small" to={chromeAddress(window.location)} onClick={() => setTimeout(answer)}>
              {copy['install.chrome']}
            </ButtonLink>
          ) : way === 'safari' ? (
            <HomeScreenSteps onSeen={answer} />
          ) : (
            <Button look="small" onClick={() => void prompt?.prompt().finally(answer)}>
              {copy['install.now']}
            </Button>
          )}
        </TopLine>
      );
    });
  }

  const hold = (event: Event): void => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    look();
  };
  window.addEventListener('beforeinstallprompt', hold);
  const stop = hearNavigation(look);
  look();
  return () => {
    window.removeEventListener('beforeinstallprompt', hold);
    stop();
  };
}
