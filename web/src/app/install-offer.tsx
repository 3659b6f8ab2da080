import { Button, ButtonLink } from '../components/button.tsx';
import { HomeScreenSteps } from '../components/install-help.tsx';
import { copy } from '../copy.ko.ts';
import { chromeAddress, homeScreenWay } from '../lib/browser.ts';
import { readDraft, writeDraft } from '../lib/drafts.ts';
import { hearNavigation } from '../lib/router.tsx';
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

const KEY = 'install';
/** Number of visits with reading before the offer. */
const AFTER_VISITS = 3;
/** Maximum gap between reads of one visit, in milliseconds. */
const VISIT_GAP = 30 * 60_000;
/** Milliseconds without an offer after a refusal or a look at the steps. */
const QUIET = 60 * 24 * 3_600_000;

/** Visits and answers to the offer on this device; times in milliseconds. */
interface InstallMemory {
  visits: number;
  readAt: number;
  answeredAt: number;
}

const nothing: InstallMemory = { visits: 0, readAt: 0, answeredAt: 0 };

function isMemory(value: unknown): value is InstallMemory {
  const memory = value as InstallMemory | null;
  return [memory?.visits, memory?.readAt, memory?.answeredAt].every((number) => typeof number === 'number');
}

/** Returns the memory. Without a store every page is a first visit, and nothing is offered. */
const recall = (): InstallMemory => readDraft(KEY, isMemory) ?? nothing;

/** Counts a visit at its first read. */
function noteRead(now: number): void {
  const memory = recall();
  // A clock that was set back also starts a visit.
  const again = Math.abs(now - memory.readAt) < VISIT_GAP;
  writeDraft(KEY, { ...memory, visits: memory.visits + (again ? 0 : 1), readAt: now });
}

/** Stores that the offer was refused or taken, which delays the next one. */
function noteAnswer(now: number): void {
  writeDraft(KEY, { ...recall(), answeredAt: now });
}

function isOfferDue(now: number): boolean {
  const { visits, answeredAt } = recall();
  return visits >= AFTER_VISITS && Math.abs(now - answeredAt) >= QUIET;
}
