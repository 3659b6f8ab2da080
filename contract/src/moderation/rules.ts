import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/** Why something is reported, in the order in which a student is asked. */
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

/** For which reason something is hidden or decided: one of a report, somebody's rights, or a link of a new account. */
export const CASE_GROUNDS = [...REPORT_REASONS, 'rights', 'link'] as const;
export type CaseGround = (typeof CASE_GROUNDS)[number];

/** What may harm somebody by the hour: hidden at the first report that counts, and the operators are notified at once. */
export const URGENT_REASONS: readonly ReportReason[] = ['personalData', 'illegalFilming', 'selfHarm'];

/** From how many reporters on a thing is hidden, where the campus does not say. */
export const HIDE_AT = 4;

/** The campus must be open for so many days before the age of accounts counts: in the first weeks everybody is new. */
export const AGE_RULE_AFTER_DAYS = 30;

/** An account must be so many days old then for its report to count. */
export const REPORTER_AGE_DAYS = 7;

/** Anyone who reported what was restored counts nothing for so many days. */
export const OVERTURNED_DAYS = 90;

/** What was restored is not hidden again by reports of the same reason for so many days. */
export const PROTECTED_DAYS = 30;

/** So often a day one source may hide something by a single report. */
export const HIDES_ALONE_A_DAY = 3;

/** So many people a student may block: each session tells its browser all of them. */
export const BLOCKS_MAX = 200;

export const REPORT_NOTE_MAX = 500;
export const APPEAL_TEXT_MAX = 2_000;
export const DECISION_TEXT_MAX = 1_000;

/** What a decision may bring its author beside the hiding. */
export const SANCTION_KINDS = ['warning', 'noWriting', 'noBoard', 'closed'] as const;
export type SanctionKind = (typeof SANCTION_KINDS)[number];

/** Those that a moderator may give, on the board of the case; the others are an operator's. */
export const MODERATOR_SANCTIONS: readonly SanctionKind[] = ['warning', 'noBoard'];

export const SANCTION_DAYS_MAX = 3_650;

/** Within how many hours a case is to be decided, by what it waits for. */
export const DUE_HOURS = { urgent: 4, hidden: 24, open: 72, appealed: 72 } as const;

/** A report that stands, with what is known of its reporter. */
export interface Voice {
  /**
   * Where it comes from: the mailbox at the university, else the domain. Anyone who owns a domain has as many addresses as they
   * like, and is one all the same.
   */
  source: string;
  reason: ReportReason;
  /** The reporter's address is verified. */
  verified: boolean;
  /** The age of the account in days. */
  ageDays: number;
  /** A report of theirs was found wrong lately. */
  overturned: boolean;
}

/** What decides beside the reports. */
export interface Circumstances {
  hideAt: number;
  /** For how many days the campus has been open. */
  campusAgeDays: number;
  /** For which reasons it was restored lately. */
  protectedReasons: readonly ReportReason[];
  /** The operator wrote it: only people hide that. */
  byOperator: boolean;
}

/** Whether a report counts at all [MO-02]. */
export function isTrusted(voice: Voice, { campusAgeDays }: Pick<Circumstances, 'campusAgeDays'>): boolean {
  if (!voice.verified || voice.overturned) return false;
  return campusAgeDays < AGE_RULE_AFTER_DAYS || voice.ageDays >= REPORTER_AGE_DAYS;
}

/** Those of the reports that can hide the thing: trusted ones for a reason that it was not restored from lately [MO-05]. */
export function countingVoices<Some extends Voice>(
  voices: readonly Some[],
  circumstances: Circumstances,
): Some[] {
  return voices.filter(
    (voice) => isTrusted(voice, circumstances) && !circumstances.protectedReasons.includes(voice.reason),
  );
}

/** From how many sources these reports come: a flood from one counts once. */
export function countSources(voices: readonly Voice[]): number {
  return new Set(voices.map(({ source }) => source)).size;
}

/** What a report brings about: nothing, or that the thing is hidden, by itself or together with others. */
export type Verdict = 'stays' | 'hiddenByOne' | 'hiddenByMany';

/**
 * Judges a thing after the report `made`, which is one of `voices`, all that stand [MO-02].
 *
 * @param hidAlone how often the report's source hid something alone within a day.
 */
export function judge(
  made: Voice,
  voices: readonly Voice[],
  circumstances: Circumstances,
  hidAlone: number,
): Verdict {
  if (circumstances.byOperator) return 'stays';
  const counting = countingVoices(voices, circumstances);
  if (!counting.includes(made)) return 'stays';
  if (countSources(counting) >= circumstances.hideAt) return 'hiddenByMany';
  return URGENT_REASONS.includes(made.reason) && hidAlone < HIDES_ALONE_A_DAY ? 'hiddenByOne' : 'stays';
}

/** The reason that most of the reports give; of several the first of the list. */
export function mainReason(voices: readonly Pick<Voice, 'reason'>[]): ReportReason {
  const count = (reason: ReportReason) => voices.filter((voice) => voice.reason === reason).length;
  return REPORT_REASONS.reduce((best, reason) => (count(reason) > count(best) ? reason : best));
}

export type CaseState = 'open' | 'hidden' | 'upheld' | 'restored' | 'appealed' | 'final';

/** An author answers once, while the thing is hidden: before the decision, or against it. */
export function mayAppeal({ state, appealed_at }: { state: CaseState; appealed_at: Date | null }): boolean {
  return (state === 'hidden' || state === 'upheld') && appealed_at === null;
}

/**
 * Why somebody with a role may not decide a case, or null: nobody decides about what they wrote or reported, and an appeal
 * goes to somebody else than who decided before, where there is one [MO-18].
 */
export function obstacleOf(row: {
  own: boolean;
  reported: boolean;
  decided_before: boolean;
}): 'own' | 'reported' | 'decided' | null {
  if (row.own) return 'own';
  if (row.reported) return 'reported';
  return row.decided_before ? 'decided' : null;
}

/** Why the note of a report is refused, or null. */
export function noteProblem(note: string): FieldCode | null {
  return countCodePoints(note) > REPORT_NOTE_MAX ? 'tooLong' : null;
}

/** Why the text of a decision is refused, or null: its author reads it. */
export function decisionProblem(text: string): FieldCode | null {
  if (isBlank(text)) return 'required';
  return countCodePoints(text) > DECISION_TEXT_MAX ? 'tooLong' : null;
}

/** Why the text of an appeal is refused, or null. */
export function appealProblem(text: string): FieldCode | null {
  if (isBlank(text)) return 'required';
  return countCodePoints(text) > APPEAL_TEXT_MAX ? 'tooLong' : null;
}
