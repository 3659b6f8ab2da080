import type { FieldCode } from '../errors.ts';
import { squashHangul, squashText } from '../search/rules.ts';
import { countCodePoints, dropEnd, dropInvisible, isBlank } from '../text/rules.ts';

/** Reasons of a report, in the order of the form. */
export const REPORT_REASONS = [
  'spam',
  'abuse',
  'personalData',
  'illegalFilming',
  'hate',
  'selfHarm',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Grounds for hiding: reasons of reports, rights requests, or links of new accounts. */
export const CASE_GROUNDS = [...REPORT_REASONS, 'rights', 'link'] as const;
export type CaseGround = (typeof CASE_GROUNDS)[number];

/** Reasons with immediate harm: the first counting report hides and notifies operators. */
export const URGENT_REASONS: readonly ReportReason[] = ['personalData', 'illegalFilming', 'selfHarm'];

/** Default number of reporters at which content is hidden. */
export const HIDE_AT = 4;

/** Days after opening before account age counts: all accounts are new. */
export const AGE_RULE_AFTER_DAYS = 30;

/** Minimum account age in days for its reports to count, after that. */
export const REPORTER_AGE_DAYS = 7;

/** Days without counting reports for the reporter of restored content. */
export const OVERTURNED_DAYS = 90;

/** Days during which reports of the same reason hide nothing again. */
export const PROTECTED_DAYS = 30;

/** Number of times a day that one source may hide content alone. */
export const HIDES_ALONE_A_DAY = 3;

/** Maximum blocked authors: each session sends all of them. */
export const BLOCKS_MAX = 200;

export const REPORT_NOTE_MAX = 500;
export const APPEAL_TEXT_MAX = 2_000;
export const DECISION_TEXT_MAX = 1_000;

/** Sanctions that a decision may add for the author. */
export const SANCTION_KINDS = ['warning', 'noWriting', 'noBoard', 'closed'] as const;
export type SanctionKind = (typeof SANCTION_KINDS)[number];

/** Sanctions by moderators, on the case's board; operators may impose all. */
export const MODERATOR_SANCTIONS: readonly SanctionKind[] = ['warning', 'noBoard'];

export const SANCTION_DAYS_MAX = 3_650;

/** Hours within which a case must be decided, by its status. */
export const DUE_HOURS = { urgent: 4, hidden: 24, open: 72, appealed: 72 } as const;

/** An active report with data about its reporter. */
export interface Report {
  /** Mailbox for a university address, otherwise the domain, whose owner has unlimited addresses. */
  source: string;
  reason: ReportReason;
  verified: boolean;
  ageDays: number;
  /** Whether a recent report of theirs was overturned. */
  overturned: boolean;
}

/** Facts that decide together with the reports. */
export interface Circumstances {
  hideAt: number;
  campusAgeDays: number;
  /** Reasons from which the content was recently restored. */
  protectedReasons: readonly ReportReason[];
  /** True if the operator wrote it: only people can hide it. */
  byOperator: boolean;
}

/** Whether a report counts [MO-02]. */
export function isTrusted(voice: Report, { campusAgeDays }: Pick<Circumstances, 'campusAgeDays'>): boolean {
  if (!voice.verified || voice.overturned) return false;
  return campusAgeDays < AGE_RULE_AFTER_DAYS || voice.ageDays >= REPORTER_AGE_DAYS;
}

/** Returns the reports that can hide: trusted, not for a rejected reason [MO-05]. */
export function countingReports<Some extends Report>(
  voices: readonly Some[],
  circumstances: Circumstances,
): Some[] {
  return voices.filter(
    (voice) => isTrusted(voice, circumstances) && !circumstances.protectedReasons.includes(voice.reason),
  );
}

/** Returns the number of sources: a flood from one counts once. */
export function countSources(voices: readonly Report[]): number {
  return new Set(voices.map(({ source }) => source)).size;
}

/** Effect of a report: none, hidden alone, or hidden together with others. */
type Verdict = 'stays' | 'hiddenByOne' | 'hiddenByMany';

/**
 * Returns the effect of the report `made` among the active `voices` [MO-02].
 *
 * @param hidAlone number of times the report's source hid something alone within a day.
 */
export function judge(
  made: Report,
  voices: readonly Report[],
  circumstances: Circumstances,
  hidAlone: number,
): Verdict {
  if (circumstances.byOperator) return 'stays';
  const counting = countingReports(voices, circumstances);
  if (!counting.includes(made)) return 'stays';
  if (countSources(counting) >= circumstances.hideAt) return 'hiddenByMany';
  return URGENT_REASONS.includes(made.reason) && hidAlone < HIDES_ALONE_A_DAY ? 'hiddenByOne' : 'stays';
}

/** Returns the most frequent reason; of several, the first in the list. */
export function mainReason(voices: readonly Pick<Report, 'reason'>[]): ReportReason {
  const count = (reason: ReportReason) => voices.filter((voice) => voice.reason === reason).length;
  return REPORT_REASONS.reduce((best, reason) => (count(reason) > count(best) ? reason : best));
}

export type CaseState = 'open' | 'hidden' | 'upheld' | 'restored' | 'appealed' | 'final';

/** Whether an author may appeal: once, while the content is hidden. */
export function mayAppeal({ state, appealed_at }: { state: CaseState; appealed_at: Date | null }): boolean {
  return (state === 'hidden' || state === 'upheld') && appealed_at === null;
}

/** Returns why a user may not decide a case, or null: own or reported content, own decision [MO-18]. */
export function obstacleOf(row: {
  own: boolean;
  reported: boolean;
  decided_before: boolean;
}): 'own' | 'reported' | 'decided' | null {
  if (row.own) return 'own';
  if (row.reported) return 'reported';
  return row.decided_before ? 'decided' : null;
}

/** Returns why the note of a report is rejected, or null. */
export function noteProblem(note: string): FieldCode | null {
  return countCodePoints(note) > REPORT_NOTE_MAX ? 'tooLong' : null;
}

/** Returns why a decision's text, read by the author, is rejected, or null. */
export function decisionProblem(text: string): FieldCode | null {
  if (isBlank(text)) return 'required';
  return countCodePoints(text) > DECISION_TEXT_MAX ? 'tooLong' : null;
}

/** Returns why the text of an appeal is rejected, or null. */
export function appealProblem(text: string): FieldCode | null {
  if (isBlank(text)) return 'required';
  return countCodePoints(text) > APPEAL_TEXT_MAX ? 'tooLong' : null;
}

/** Limits for frequent or repeated writing; a campus sets `moderation.floods`. */
export interface FloodRules {
  /** Maximum posts of an account within its first day. */
  firstDayPosts: number;
  /** Maximum replies of an account within its first day. */
  firstDayReplies: number;
  /** Minutes within which the user must confirm a repeated text; 0: never. */
  repeatMinutes: number;
  /** Letters below which a reply is never a repeat, such as thanks. */
  repeatLetters: number;
  /** Account age in hours below which texts with links are held; 0: never. */
  heldLinkHours: number;
}

export const FLOOD_RULES: FloodRules = {
  firstDayPosts: 5,
  firstDayReplies: 30,
  repeatMinutes: 10,
  repeatLetters: 20,
  heldLinkHours: 24,
};

/** Returns the rules of a campus, completed by the defaults. */
export function readFloodRules(said: { [Name in keyof FloodRules]?: number | undefined } = {}): FloodRules {
  const rules = { ...FLOOD_RULES };
  for (const name of Object.keys(rules) as (keyof FloodRules)[]) rules[name] = said[name] ?? rules[name];
  return rules;
}

/** Length of an account's first day, in seconds. */
export const FIRST_DAY = 24 * 60 * 60;

/**
 * Returns seconds until an account may write, or null. Starts thirty days after opening: all accounts are new before.
 *
 * @param written number of texts of this kind, including deleted ones.
 */
export function paceWait(
  { campusAgeDays, accountAge }: { campusAgeDays: number; accountAge: number },
  written: number,
  most: number,
): number | null {
  if (campusAgeDays < AGE_RULE_AFTER_DAYS || accountAge >= FIRST_DAY || written < most) return null;
  return Math.max(1, Math.ceil(FIRST_DAY - accountAge));
}

/** Whether an account's links are held, from thirty days after opening. */
export function areLinksHeld(
  { campusAgeDays, accountAge }: { campusAgeDays: number; accountAge: number },
  { heldLinkHours }: Pick<FloodRules, 'heldLinkHours'>,
): boolean {
  return campusAgeDays >= AGE_RULE_AFTER_DAYS && accountAge < heldLinkHours * 60 * 60;
}

/** Returns the compared form of a text: no spaces, capitals or invisible characters. */
export function repeatKey(text: string): string {
  return dropInvisible(squashText(text));
}

/** Whether a reply is long enough to be checked for repetition. */
export function isAskedAbout(body: string, { repeatLetters }: Pick<FloodRules, 'repeatLetters'>): boolean {
  return [...repeatKey(body)].length >= repeatLetters;
}

/** Addresses that `hasLink` ignores, as members of the university mention them often. */
interface OwnPlaces {
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
  /** University domain, including its sub-domains. */
  domain: string;
}

/** Top-level domains that are links without prefix. */
const KINDS =
  'com|net|org|kr|io|gg|me|ly|co|xyz|info|biz|app|dev|shop|site|online|store|link|club|top|tv|cc|ru|cn|jp|us';
/** File extensions; before a slash, any other extension is a domain: `han.gl/abc`. */
const FILES = 'js|ts|tsx|jsx|md|py|java|txt|pdf|hwp|hwpx|png|jpg|jpeg|exe|zip|html|css|json|csv|c|cpp|h';
/** A character of an address, except where another address starts. */
const SIGN = String.raw`(?:(?!https?://)[^\s<>"'()[\]{}|,])`;
const LETTER = 'a-z0-9가-힣';
/** Each alternative has one start position: scanning stays linear. */
const LINK = new RegExp(
  String.raw`https?://${SIGN}+|(?<![a-z0-9])www\.[${LETTER}]${SIGN}*|` +
    String.raw`(?<![${LETTER}.@-])(?:[${LETTER}-]+\.)+(?:(?:${KINDS})(?![a-z0-9-])(?:[:/?#]${SIGN}*)?|(?!(?:${FILES})/)[a-z]{2,24}/[a-z0-9]${SIGN}*)`,
  'gu',
);

/**
 * Whether a text has a link, including a bare well-known domain. Ignores case, width, invisible characters and mail
 * addresses.
 *
 * @param before the previous text, whose links are ignored.
 */
export function hasLink(text: string, own: OwnPlaces | null = null, before = ''): boolean {
  const known = new Set(before === '' ? [] : findLinks(before));
  return findLinks(text).some((link) => !known.has(link) && !(own && isOwn(link, own)));
}

/** Korean sentence and word without space, as in `갔어요.me too`: rarely a domain. */
const SENTENCE = /^[^/:]*[가-힣]\.(?!(?:com|net|org|kr)$)[a-z]+$/u;

/** Returns a folded text with each link replaced by a space. */
export function withoutLinks(text: string): string {
  return text.replaceAll(LINK, (link) => (SENTENCE.test(link) ? link : ' '));
}

function findLinks(text: string): string[] {
  const links = squashHangul(text).replaceAll('。', '.').match(LINK) ?? [];
  return links.filter((link) => !SENTENCE.test(link));
}

/** Parses a link as browsers do; invalid ones are not ours. */
function isOwn(link: string, { isOwnHost, domain }: OwnPlaces): boolean {
  // Korean particles and punctuation directly follow an address.
  const sentence = dropEnd(link, (sign) => '.!?~;:…'.includes(sign));
  const address = dropEnd(sentence, (sign) => sign >= '가' && sign <= '힣');
  try {
    const { host, hostname } = new URL(/^https?:/u.test(address) ? address : `http://${address}`);
    return isOwnHost(host) || hostname === domain || hostname.endsWith(`.${domain}`);
  } catch {
    return false;
  }
}
