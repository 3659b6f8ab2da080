import './ui/tokens.css';
import './ui/base.css';
import './app/read-ahead.ts';
import type { Campus } from '@madang/contract/campus/schema';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { waitForComposition } from './app/early.ts';
import { device } from './app/away-line.tsx';
import { createQueryClient, followNetwork } from './app/query-client.ts';
import { fetchScreen } from './app/routes.tsx';
import { noteBrokenStyles } from './app/when-reached.ts';
import { setClock } from './parts/campus/campus-time.tsx';
import { followUser, type Session } from './parts/session/session.ts';
import { leadBack } from './parts/session/way-back.ts';
import { type Answers, giveAnswers } from './platform/given-answers.ts';
import { navigate, readEntry, type Address } from './router/router.tsx';

/** What the server wrote into the page for everybody (`shared`) and for the viewer (`own`). */
interface PageData {
  /** When the screen was drawn, in milliseconds; missing where it was not. */
  now?: number;
  session?: Session;
  answers?: Answers;
  /** Where a guard leads the viewer: what was drawn stands there. */
  leadsTo?: string;
  /** The page came from the phone, for any address: who visits is not known, and its answers may be old. */
  shell?: true;
}

const client = createQueryClient();
/** Without a network a part does not come, and nothing hangs on it. */
const ignore = (): void => {};

/** Reads the viewer's own part once: after a logout nothing of it is in the page. The other is removed once it is stored. */
function readPageData(id: 'shared' | 'own'): PageData {
  const block = document.getElementById(id);
  if (id === 'own') block?.remove();
  return JSON.parse(block?.textContent ?? '{}') as PageData;
}

/** Goes where the page leads, as the guards would, and remembers where from. */
function goOn(leadsTo: string | undefined): Address {
  if (leadsTo !== undefined) {
    const { pathname, search, hash, state } = readEntry();
    navigate(leadsTo, { replace: true, state: leadBack(`${pathname}${search}${hash}`, state) });
  }
  return window.location;
}

/** Without a network nothing that needs it comes either. */
const begin = () => void import('./app/after-start.ts').then((late) => late.begin(client), ignore);

/** Takes over the screen that the server drew, or draws it. */
async function start(root: HTMLElement): Promise<void> {
  const shared = readPageData('shared');
  const own = readPageData('own');
  const { pathname, search } = goOn(shared.leadsTo);
  giveAnswers({ ...shared.answers, ...(own.session && { 'GET /api/session': own.session }) }, shared.shell);
  // A page without it came from the phone, whatever its edition.
  const { edition = 'official' } = (shared.answers?.['GET /api/campus'] ?? {}) as Partial<Campus>;
  const fetching = fetchScreen(pathname, own.session?.user === null, edition);
  if (!shared.shell) begin();
  if (shared.now === undefined) {
    if (shared.shell) await device.read().then((late) => late.wake(client, pathname), ignore);
    createRoot(root).render(<App client={client} />);
    // After what the phone shows, which waits for nothing else.
    if (shared.shell) setTimeout(begin);
    return;
  }
  setClock(shared.now);
  await fetching;
  await waitForComposition();
  // In short pieces, which let a touch in between.
  startTransition(() => void hydrateRoot(root, <App client={client} drawn={{ pathname, search }} />));
}

noteBrokenStyles();
followNetwork();
followUser(client);
const root = document.getElementById('root');
if (root) void start(root);
