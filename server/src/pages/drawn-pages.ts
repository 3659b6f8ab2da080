import type { Me } from '@madang/contract/accounts/schema';
import { type AnswerCache, OutgoingAnswer, type SharedAnswer } from '../platform/cache/answer-cache.ts';
import type { CacheStep } from '../platform/http/cache-step.ts';
import type { Draw } from './drawer.ts';
import { DrawingBudget } from './drawing-budget.ts';
import type { SentForm } from './forms.ts';
import { firstAddresses } from './first-answers.ts';
import type { PageTemplate } from './page-template.ts';
import { type FilesByModule, type PageVisit, shownFiles } from './screen-files.ts';

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
