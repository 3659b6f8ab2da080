import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Me } from '@madang/contract/accounts/schema';
import { type AnswerCache, OutgoingAnswer, type SharedAnswer } from '../platform/cache/answer-cache.ts';
import type { CacheStep } from '../platform/http/cache.ts';
import { type FilesByModule, firstAddresses, type PageVisit, shownFiles } from './screen-files.ts';
import type { SentForm } from './forms.ts';
import type { PageTemplate } from './page-template.ts';

/** What shows more is not drawn here, in bytes of its answers: it would keep the thread from others for too long. */
const DRAWN_BYTES_MAX = 64 * 1024;
/** Does not count: a screen shows a part of it, and no student makes it longer. */
const PACK = 'GET /api/campus/pack';

interface DrawnPagesDependencies {
  cache: AnswerCache;
  cacheStep: CacheStep;
  draw: Draw | null;
  template: PageTemplate;
  files: FilesByModule;
}

/** A page as it is asked for. */
interface PageQuestion extends PageVisit {
  search: string;
  /** What its screen reads of that. */
  known: string;
  /** Who asks: whose drawing it is. */
  asker: string;
  /** The path that was asked for; what is shown may stand at another. */
  asked: string;
  user: Me | null;
  /** Reads everything again: the viewer has just written. */
  bypass: boolean;
}

/**
 * The beginnings of pages, which are the same for many: cached with the answers that they show, so the same writes drop
 * them and they are never older.
 */
export class DrawnPages {
  readonly #dependencies: DrawnPagesDependencies;
  readonly #budget = new DrawingBudget();

  constructor(dependencies: DrawnPagesDependencies) {
    this.#dependencies = dependencies;
  }

  /** The beginning of a page with its screen drawn, or where that would be late without. */
  async read(question: PageQuestion): Promise<OutgoingAnswer> {
    const { path, search, known, asked, user, bypass, asker } = question;
    // Who has drawn enough has the page that others like them have, without its drawing.
    const drawing = this.#budget.has(asker);
    const { emailVerified, university, consentsDue } = user ?? {};
    const audience = user ? [emailVerified, university, isDue(consentsDue)].map(Number).join('') : 'visitor';
    const key = `page ${drawing ? 'drawn' : 'plain'} ${audience} ${asked} ${path}?${asked === path ? known : search}`;
    return this.#dependencies.cache.get(key, () => this.#make(question, null, drawing), bypass);
  }

  /** The page that answers a form, for its sender alone; `drawn` says whether what was typed and the refusal stand on it. */
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
    // Anyone who must agree to a text first is led there.
    const complete = answers.has('GET /api/campus') && !isDue(user?.consentsDue);
    const drawable = drawing && complete && bytesOf(answers) <= DRAWN_BYTES_MAX;
    const html = drawable ? await this.#draw(question, answers, now, sent) : null;
    const json = template.begin({
      path: asked,
      leadsTo: asked === path ? null : search === '' ? path : `${path}?${search}`,
      drawn: html ? { html, now } : null,
      ...shownFiles(files, question),
      answers,
    });
    // What was to be drawn and was not is tried again.
    const lasting = complete && drawable === (html !== null);
    return { json, tags: lasting && tags ? () => tags : null, readAt, drawn: html !== null };
  }

  /** What the screen asks first, the tags of all of it, and when the oldest was read; no tags where one is not cached. */
  async #readAnswers({ path, known, signedIn, edition, bypass }: PageQuestion) {
    const addresses = firstAddresses({ path, search: known, signedIn, edition });
    const answers = new Map<string, string>();
    const tags: string[] = [];
    let readAt = Date.now();
    let cached = true;
    const read = async (address: string): Promise<void> => {
      // What is refused the app asks for itself, and is told why.
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
    { path, known, user, asker }: PageQuestion,
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
      answers: { ...Object.fromEntries(parsed), 'GET /api/session': session },
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

/** What decides how a screen looks to a user beside what everybody sees; a page says nothing more of anybody. */
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

/** A screen to draw, as the web app's server bundle takes it (web/src/draw.tsx). */
export interface Drawing {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** Times are shown as of this moment, in milliseconds. */
  now: number;
  /** What the API answers, by method and address. */
  answers: Readonly<Record<string, unknown>>;
  /** The form that the page answers. */
  sent: SentForm | null;
}

/** A screen as HTML, and how many milliseconds it kept the thread. */
interface DrawnScreen {
  html: string;
  took: number;
}

/** Draws a screen; null where it would have to wait for too many others, or cannot be drawn. */
export type Draw = (drawing: Drawing) => Promise<DrawnScreen | null>;

/** So many drawings may wait for their turn: about as long as one slow drawing. */
const WAITING_MAX = 8;

/** Hears why the screen at a path could not be drawn. */
type OnFailure = (error: Error, pathname: string) => void;

/**
 * Reads the web app's server bundle. It draws one screen at a time and lets requests in between; whose turn would be
 * late gets the page without its drawing, which the browser then draws. Without a bundle nothing is drawn.
 */
export async function openDrawer(bundle: string, onFailure: OnFailure): Promise<Draw | null> {
  if (!existsSync(bundle)) return null;
  const { drawScreen } = (await import(pathToFileURL(bundle).href)) as {
    drawScreen: (drawing: Drawing) => string;
  };
  return drawInTurn(drawScreen, onFailure);
}

/** @param drawScreen draws at once, without waiting for anything. */
export function drawInTurn(drawScreen: (drawing: Drawing) => string, onFailure: OnFailure): Draw {
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

/** So much drawing one asker may have at once, in milliseconds of this thread: some dozen screens, or a few heavy ones. */
const MOST = 1_000;
/** What comes back each second: a tenth of the thread, which nobody who reads what they open uses up. */
const EACH_SECOND = 100;
/** Of so many askers it is known what they used; who used some longest ago is forgotten. */
const ASKERS_MAX = 10_000;

/**
 * How much drawing each user, or each client address without one, has left. Where nothing is left pages come without their
 * drawing, which the browser makes then: so nobody who opens one screen after the other keeps this thread from the others.
 */
export class DrawingBudget {
  readonly #now: () => number;
  /** What askers had left, and when; who spent last stands last. */
  readonly #left = new Map<string, { amount: number; at: number }>();

  /** @param now milliseconds that only grow. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a screen may be drawn for this asker now. */
  has(asker: string): boolean {
    return this.#amountOf(asker) > 0;
  }

  /** Notes what a drawing took; the last one may take more than was left. */
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
