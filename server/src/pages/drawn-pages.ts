import type { Me } from '@madang/contract/accounts/schema';
import { type AnswerCache, OutgoingAnswer, type SharedAnswer } from '../platform/cache/answer-cache.ts';
import type { CacheStep } from '../platform/http/cache-step.ts';
import type { Draw } from './drawer.ts';
import type { SentForm } from './forms.ts';
import { firstAddresses } from './first-answers.ts';
import type { PageTemplate } from './page-template.ts';
import { type FilesByModule, type PageVisit, shownFiles } from './screen-files.ts';

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
  /** The path that was asked for; what is shown may stand at another. */
  asked: string;
  user: Me | null;
  /** Reads everything anew: the viewer has just written. */
  bypass: boolean;
}

/**
 * The beginnings of pages, which are the same for many: cached with the answers that they show, so the same writes drop
 * them and they are never older.
 */
export class DrawnPages {
  readonly #dependencies: DrawnPagesDependencies;

  constructor(dependencies: DrawnPagesDependencies) {
    this.#dependencies = dependencies;
  }

  /** The beginning of a page with its screen drawn, or where that would be late without. */
  async read(question: PageQuestion): Promise<OutgoingAnswer> {
    const { path, search, asked, user, bypass } = question;
    const { emailVerified, university, consentsDue } = user ?? {};
    const audience = user ? [emailVerified, university, isDue(consentsDue)].map(Number).join('') : 'visitor';
    const key = `page ${audience} ${asked} ${path}?${search}`;
    return this.#dependencies.cache.get(key, () => this.#make(question, null), bypass);
  }

  /** The page that answers a form, for its sender alone; `drawn` says whether what was typed and the refusal stand on it. */
  async readAnswered(
    question: PageQuestion,
    sent: SentForm,
  ): Promise<{ page: OutgoingAnswer; drawn: boolean }> {
    const { json, drawn } = await this.#make(question, sent);
    return { page: new OutgoingAnswer(json, null), drawn };
  }

  async #make(question: PageQuestion, sent: SentForm | null): Promise<SharedAnswer & { drawn: boolean }> {
    const { template, files } = this.#dependencies;
    const { path, search, asked, user } = question;
    const { answers, tags, readAt } = await this.#readAnswers(question);
    const now = Date.now();
    // Whoever must agree to a text first is led there.
    const drawable = answers.has('GET /api/campus') && !isDue(user?.consentsDue);
    const html = drawable ? await this.#draw(question, answers, now, sent) : null;
    const json = template.begin({
      path: asked,
      leadsTo: asked === path ? null : search === '' ? path : `${path}?${search}`,
      drawn: html ? { html, now } : null,
      ...shownFiles(files, question),
      answers,
    });
    return { json, tags: html && tags ? () => tags : null, readAt, drawn: html !== null };
  }

  /** What the screen asks first, the tags of all of it, and when the oldest was read; no tags where one is not cached. */
  async #readAnswers({ path, search, signedIn, features, bypass }: PageQuestion) {
    const addresses = firstAddresses({ path, search, signedIn, features });
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
    { path, search, user }: PageQuestion,
    answers: ReadonlyMap<string, string>,
    now: number,
    sent: SentForm | null,
  ): Promise<string | null> {
    const { draw } = this.#dependencies;
    if (!draw) return null;
    const parsed = [...answers].map(([call, json]) => [call, JSON.parse(json) as unknown] as const);
    const session = { user: user && describeAudience(user) };
    return draw({
      pathname: path,
      search: search && `?${search}`,
      now,
      answers: { ...Object.fromEntries(parsed), 'GET /api/session': session },
      sent,
    });
  }
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
