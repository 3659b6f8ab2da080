import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Me } from '@madang/contract/accounts/schema';
import { type AnswerCache, OutgoingAnswer, type SharedAnswer } from '../http/answer-cache.ts';
import type { CacheStep } from '../http/cache.ts';
import {
  type FilesByModule,
  firstAddresses,
  likelyFiles,
  type PageVisit,
  shownFiles,
} from './screen-files.ts';
import type { SentForm } from './forms.ts';
import type { PageTemplate } from './page-template.ts';

/** Limit of answer bytes for rendering; more would block the thread. */
const RENDERED_BYTES_MAX = 64 * 1024;
/** Excluded: a screen shows only part of it. */
const PACK = 'GET /api/campus/pack';

interface RenderedPagesDependencies {
  cache: AnswerCache;
  cacheStep: CacheStep;
  draw: Draw | null;
  template: PageTemplate;
  files: FilesByModule;
}

interface PageQuestion extends PageVisit {
  search: string;
  /** The part of `search` that the screen reads. */
  known: string;
  /** Key of the rendering budget: user or client address. */
  asker: string;
  /** Requested path; the shown one may differ. */
  asked: string;
  user: Me | null;
  /** Private answers to render with; null for a screen that an audience shares. */
  drawnFor: Readonly<Record<string, unknown>> | null;
  /** Bypasses the cache because the viewer has just written. */
  bypass: boolean;
}

/** Renders beginnings of pages. Those of an audience are cached and invalidated with their answers. */
export class RenderedPages {
  readonly #dependencies: RenderedPagesDependencies;
  readonly #budget = new DrawingBudget();

  constructor(dependencies: RenderedPagesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns a page's beginning, rendered unless late. */
  async read(question: PageQuestion): Promise<OutgoingAnswer> {
    const { path, search, known, asked, user, bypass, asker } = question;
    // Over budget, the viewer gets the same page without rendering.
    const drawing = this.#budget.has(asker);
    if (question.drawnFor && user)
      return new OutgoingAnswer((await this.#make(question, null, drawing)).json, null);
    const { emailVerified, university, consentsDue } = user ?? {};
    const audience = user ? [emailVerified, university, isDue(consentsDue)].map(Number).join('') : 'visitor';
    const key = `page ${drawing ? 'drawn' : 'plain'} ${audience} ${asked} ${path}?${asked === path ? known : search}`;
    return this.#dependencies.cache.get(key, () => this.#make(question, null, drawing), bypass);
  }

  /** Returns a form's answer page for its sender; `drawn`: with values and error. */
  async readAnswered(
    question: PageQuestion,
    sent: SentForm,
  ): Promise<{ page: OutgoingAnswer; drawn: boolean }> {
    const { json, drawn } = await this.#make(question, sent, this.#budget.has(question.asker));
    return { page: new OutgoingAnswer(json, null), drawn };
  }

  async #make(
    question: PageQuestion,
    sent: SentForm | null,
    drawing: boolean,
  ): Promise<SharedAnswer & { drawn: boolean }> {
    const { template, files } = this.#dependencies;
    const { path, search, asked, user } = question;
    const { answers, tags, readAt } = await this.#readAnswers(question);
    const now = Date.now();
    // Users who must accept a text are redirected first.
    const complete = answers.has('GET /api/campus') && !isDue(user?.consentsDue);
    const drawable = drawing && complete && bytesOf(answers) <= RENDERED_BYTES_MAX;
    const html = drawable ? await this.#draw(question, answers, now, sent) : null;
    const json = template.begin({
      path: asked,
      leadsTo: asked === path ? null : search === '' ? path : `${path}?${search}`,
      drawn: html ? { html, now } : null,
      ...shownFiles(files, question),
      next: likelyFiles(files, question),
      answers,
    });
    // Failed rendering is retried.
    const lasting = complete && drawable === (html !== null);
    return { json, tags: lasting && tags ? () => tags : null, readAt, drawn: html !== null };
  }

  /** Loads the screen's first answers, tags (none if uncached) and oldest read time. */
  async #readAnswers({ path, known, signedIn, edition, bypass }: PageQuestion) {
    const addresses = firstAddresses({ path, search: known, signedIn, edition });
    const answers = new Map<string, string>();
    const tags: string[] = [];
    let readAt = Date.now();
    let cached = true;
    const read = async (address: string): Promise<void> => {
      // The app repeats failed requests and shows their errors.
      const answer = await this.#dependencies.cacheStep.read(address, { signedIn, bypass }).catch(() => null);
      if (!answer?.source) cached = false;
      else {
        tags.push(...answer.source.tags);
        readAt = Math.min(readAt, answer.source.readAt);
      }
      if (answer) answers.set(`GET ${address}`, answer.body.toString());
    };
    await Promise.all(addresses.map(read));
    return { answers, tags: cached ? tags : null, readAt };
  }

  async #draw(
    { path, known, user, drawnFor, asker }: PageQuestion,
    answers: ReadonlyMap<string, string>,
    now: number,
    sent: SentForm | null,
  ): Promise<string | null> {
    const { draw } = this.#dependencies;
    if (!draw) return null;
    const parsed = [...answers].map(([call, json]) => [call, JSON.parse(json) as unknown] as const);
    const session = { user: user && describeAudience(user) };
    const drawn = await draw({
      pathname: path,
      search: known && `?${known}`,
      now,
      answers: { ...Object.fromEntries(parsed), ...(drawnFor ?? { 'GET /api/session': session }) },
      sent,
    });
    if (!drawn) return null;
    this.#budget.spend(asker, drawn.took);
    return drawn.html;
  }
}

function bytesOf(answers: ReadonlyMap<string, string>): number {
  return [...answers].reduce((sum, [call, json]) => sum + (call === PACK ? 0 : Buffer.byteLength(json)), 0);
}

function isDue(consents: Me['consentsDue'] = []): boolean {
  return consents.length > 0;
}

/** Returns the user properties that affect shared rendering, without personal data. */
function describeAudience({ emailVerified, university }: Me): Me {
  return {
    id: '',
    email: '',
    name: '',
    nickname: '',
    university,
    emailVerified,
    writingRight: false,
    points: 0,
    consentsDue: [],
    createdAt: '',
  };
}

/** A screen to render; input of the server bundle (web/src/draw.tsx). */
export interface Drawing {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** Reference time of displayed times in milliseconds. */
  now: number;
  answers: Readonly<Record<string, unknown>>;
  sent: SentForm | null;
}

/** A screen as HTML and its rendering time in milliseconds. */
interface RenderedScreen {
  html: string;
  took: number;
}

/** Renders a screen; null if too many wait, or on failure. */
export type Draw = (drawing: Drawing) => Promise<RenderedScreen | null>;

/** Maximum waiting renderings, about as long as one slow rendering. */
const WAITING_MAX = 8;

/** Handles a rendering failure of the screen at a path. */
type OnFailure = (error: Error, pathname: string) => void;

/** Loads the web app's server bundle. Renders one screen at a time. Without bundle or queue space, the browser renders. */
export async function openDrawer(bundle: string, onFailure: OnFailure): Promise<Draw | null> {
  if (!existsSync(bundle)) return null;
  const { drawScreen } = (await import(pathToFileURL(bundle).href)) as {
    drawScreen: (drawing: Drawing) => string;
  };
  return renderLimited(drawScreen, onFailure);
}

/** @param drawScreen renders synchronously. */
export function renderLimited(drawScreen: (drawing: Drawing) => string, onFailure: OnFailure): Draw {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (drawing) => {
    if (waiting >= WAITING_MAX) return null;
    waiting += 1;
    const turn = last;
    let done = (): void => {};
    last = new Promise<void>((resolve) => (done = resolve));
    try {
      await turn;
      await setImmediate();
      const started = performance.now();
      const html = drawScreen(drawing);
      return { html, took: performance.now() - started };
    } catch (error) {
      onFailure(error as Error, drawing.pathname);
      return null;
    } finally {
      waiting -= 1;
      done();
    }
  };
}

/** Maximum budget in milliseconds of thread time: some dozen screens. */
const MOST = 1_000;
/** Refill per second: a tenth of the thread. */
const EACH_SECOND = 100;
/** Number of remembered budgets; the least recent one is evicted. */
const ASKERS_MAX = 10_000;

/** Rendering budget per user or address. Without budget the browser renders, sparing the thread. */
export class DrawingBudget {
  readonly #now: () => number;
  /** Remaining budgets with time, least recent first. */
  readonly #left = new Map<string, { amount: number; at: number }>();

  /** @param now monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the key has budget left. */
  has(asker: string): boolean {
    return this.#amountOf(asker) > 0;
  }

  /** Subtracts a rendering's time; the last one may exceed the budget. */
  spend(asker: string, milliseconds: number): void {
    const amount = this.#amountOf(asker) - milliseconds;
    this.#left.delete(asker);
    this.#left.set(asker, { amount, at: this.#now() });
    if (this.#left.size > ASKERS_MAX) this.#left.delete(this.#left.keys().next().value ?? '');
  }

  #amountOf(asker: string): number {
    const { amount, at } = this.#left.get(asker) ?? { amount: MOST, at: 0 };
    return Math.min(MOST, amount + ((this.#now() - at) / 1_000) * EACH_SECOND);
  }
}
