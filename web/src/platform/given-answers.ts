import type { Problem } from '@madang/contract/errors';

/** Answers of the API by method and address. */
export type Answers = Record<string, unknown>;

/** A form that was sent before or without the app, and refused. The page that says so stays without the app. */
export interface SentForm {
  /** What was typed and ticked; never a password. */
  values: Record<string, string | boolean>;
  problem: Problem;
}

/** For this many milliseconds what came with the page counts as an answer. */
const GOOD_FOR = 5_000;

let given: Answers = {};
/** What the page was drawn from, until it has become the app. */
let drawn: Answers = {};
let sent: SentForm | null = null;

/**
 * Says what came along with the page (decision 0022), before anything is drawn: it is shown by the first drawing, on the
 * server and in the browser. What is `old` is only shown: the server is asked for it all the same.
 */
export function giveAnswers(answers: Answers, old = false): void {
  given = old ? {} : { ...answers };
  drawn = answers;
}

/** Says which form the page answers, before it is drawn. */
export function giveSent(form: SentForm | null): void {
  sent = form;
}

/** The form that this page answers: what it held, and why it was refused. Only where the server draws. */
export function peekSent(): SentForm | null {
  return sent;
}

/** What the page was drawn from: the browser's first drawing must be the same, however late it is. */
export function peekGiven(call: string): unknown {
  return drawn[call];
}

/** The app has taken the page over: from now on answers come from the server. */
export function forgetDrawn(): void {
  drawn = {};
}

/**
 * What this call would be answered, if that came along with the page: once, while the page is new, and before anything
 * was written.
 */
export function takeGiven(call: string): unknown {
  if (!call.startsWith('GET') || performance.now() > GOOD_FOR) given = {};
  const answer = given[call];
  delete given[call];
  return answer;
}
