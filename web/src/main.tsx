import './components/styles.css';
import './app/read-ahead.ts';
import type { Campus } from '@madang/contract/campus/schema';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, waitForComposition } from './app/app.tsx';
import { device } from './app/start-gate.tsx';
import { createQueryClient, followNetwork } from './app/query-client.ts';
import { fetchScreen, noteBrokenFiles } from './app/routes.tsx';
import { setClock } from './features/campus/campus-time.tsx';
import { followUser, leadBack, type Session } from './features/session/session.ts';
import { type Answers, giveAnswers } from './lib/api.ts';
import { noteHydrating } from './lib/page.ts';
import { type Address, navigate, readEntry } from './lib/router.tsx';

/** Data the server included for all users (`shared`) and for the viewer (`own`). */
interface PageData {
  /** Time of the rendering in milliseconds; absent without one. */
  now?: number;
  session?: Session;
  answers?: Answers;
  /** Files of likely next screens. */
  next?: string[];
  /** Target of a guard's redirect, already rendered. */
  leadsTo?: string;
  /** Page from the offline cache, for any address: unknown user, possibly old answers. */
  shell?: true;
}

const client = createQueryClient();
/** Offline a part fails to load, which is harmless. */
const ignore = (): void => {};

/** Reads page data. Removes the viewer's part at once, the shared part once stored: none of the former remains after a logout. */
function readPageData(id: 'shared' | 'own'): PageData {
  const block = document.getElementById(id);
  if (id === 'own') block?.remove();
  return JSON.parse(block?.textContent ?? '{}') as PageData;
}

/** Navigates to the page's target, as the guards would, and stores the origin. */
function goOn(leadsTo: string | undefined): Address {
  if (leadsTo !== undefined) {
    const { pathname, search, hash, state } = readEntry();
    navigate(leadsTo, { replace: true, state: leadBack(`${pathname}${search}${hash}`, state) });
  }
  return window.location;
}

/** Offline this part fails to load, as does everything that needs it. */
const begin = (next: string[] = []) =>
  void import('./app/after-start.ts').then((late) => late.begin(client, next), ignore);

/** Hydrates the server-rendered screen, or renders it. */
async function start(root: HTMLElement): Promise<void> {
  const shared = readPageData('shared');
  const own = readPageData('own');
  const { pathname, search } = goOn(shared.leadsTo);
  const answers = { ...shared.answers, ...own.answers };
  giveAnswers({ ...answers, ...(own.session && { 'GET /api/session': own.session }) }, shared.shell);
  // A page without it is from the offline cache, in any edition.
  const { edition = 'official' } = (shared.answers?.['GET /api/campus'] ?? {}) as Partial<Campus>;
  const fetching = fetchScreen(pathname, own.session?.user === null, edition);
  if (!shared.shell) begin(shared.next);
  if (shared.now === undefined) {
    if (shared.shell) await device.read().then((late) => late.wake(client, pathname), ignore);
    createRoot(root).render(<App client={client} />);
    // After the cached screen, which waits for no other request.
    if (shared.shell) setTimeout(begin);
    return;
  }
  setClock(shared.now);
  await fetching;
  await waitForComposition();
  // In a task of its own. In a transition, React yields to input.
  await new Promise((resolve) => setTimeout(resolve));
  noteHydrating(true);
  startTransition(() => void hydrateRoot(root, <App client={client} drawn={{ pathname, search }} />));
}

noteBrokenFiles();
followNetwork();
followUser(client);
const root = document.getElementById('root');
// In another task than the script's evaluation.
if (root) setTimeout(() => void start(root));
