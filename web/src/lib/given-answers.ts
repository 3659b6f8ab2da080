import type { Problem } from '@madang/contract/errors';

/** Answers of the API by method and address. */
export type Answers = Record<string, unknown>;

/** Form sent without the app, and refused; its page stays without the app. */
export interface SentForm {
  /** Typed and ticked values; never a password. */
  values: Record<string, string | boolean>;
  problem: Problem;
}

/** Validity of the answers included in the page, in milliseconds. */
const GOOD_FOR = 5_000;

let given: Answers = {};
/** Answers used to render the page, until hydration ends. */
let drawn: Answers = {};
let sent: SentForm | null = null;

/**
 * Sets the page's included answers (decision 0022), before the first rendering. `old` answers are only shown: the server is
 * asked anyway.
 */
export function giveAnswers(answers: Answers, old = false): void {
  given = old ? {} : { ...answers };
  drawn = answers;
}

/** Sets the form that the page answers, before rendering. */
export function giveSent(form: SentForm | null): void {
  sent = form;
}

/** Returns the form that this page answers, with its values and refusal. Only in server rendering. */
export function peekSent(): SentForm | null {
  return sent;
}

/** Returns the answers used to render the page: hydration must render the same, however late. */
export function peekGiven(call: string): unknown {
  return drawn[call];
}

/** Ends hydration: from now on answers come from the server. */
export function forgetDrawn(): void {
  drawn = {};
}

/** Returns the page's included answer once, while the page is new, and before any write. */
export function takeGiven(call: string): unknown {
  if (!call.startsWith('GET') || performance.now() > GOOD_FOR) given = {};
  const answer = given[call];
  delete given[call];
  return answer;
}
