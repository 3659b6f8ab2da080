import { squashText } from '../search/rules.ts';
import { AGE_RULE_AFTER_DAYS } from './rules.ts';

/** What is asked of who writes much, or the same again. A campus may say otherwise: `moderation.floods` of its settings. */
export interface FloodRules {
  /** So many posts an account writes within its first day at most. */
  firstDayPosts: number;
  /** So many replies. */
  firstDayReplies: number;
  /** Within so many minutes the same text is asked about once more; 0: never. */
  repeatMinutes: number;
  /** A reply of fewer letters may be said as often as one likes: thanks are no flood. */
  repeatLetters: number;
  /** What an account younger than so many hours says with a link is held for a moderator; 0: never. */
  heldLinkHours: number;
}

/** Where the campus does not say. */
export const FLOOD_RULES: FloodRules = {
  firstDayPosts: 5,
  firstDayReplies: 30,
  repeatMinutes: 10,
  repeatLetters: 20,
  heldLinkHours: 24,
};

/** The rules of a campus: what it says, else what is usual. */
export function readFloodRules(said: { [Name in keyof FloodRules]?: number | undefined } = {}): FloodRules {
  const rules = { ...FLOOD_RULES };
  for (const name of Object.keys(rules) as (keyof FloodRules)[]) rules[name] = said[name] ?? rules[name];
  return rules;
}

/** How long an account is in its first day, in seconds. */
export const FIRST_DAY = 24 * 60 * 60;

/**
 * In how many seconds an account may write again, or null where it may now. The pace begins thirty days after the opening: in
 * the first weeks everybody is new.
 *
 * @param written how many of its kind the account wrote, deleted ones too.
 */
export function paceWait(
  { campusAgeDays, accountAge }: { campusAgeDays: number; accountAge: number },
  written: number,
  most: number,
): number | null {
  if (campusAgeDays < AGE_RULE_AFTER_DAYS || accountAge >= FIRST_DAY || written < most) return null;
  return Math.max(1, Math.ceil(FIRST_DAY - accountAge));
}

/** Whether the links of an account are held; from thirty days after the opening on, as the pace is. */
export function areLinksHeld(
  { campusAgeDays, accountAge }: { campusAgeDays: number; accountAge: number },
  { heldLinkHours }: Pick<FloodRules, 'heldLinkHours'>,
): boolean {
  return campusAgeDays >= AGE_RULE_AFTER_DAYS && accountAge < heldLinkHours * 60 * 60;
}

/**
 * What texts are compared by: as search reads them and without any white space, so that another space, capital or invisible
 * sign makes no other text.
 */
export function repeatKey(text: string): string {
  return squashText(text).replaceAll(' ', '');
}

/** Whether a reply says enough to be asked about when it is said again. */
export function isAskedAbout(body: string, { repeatLetters }: Pick<FloodRules, 'repeatLetters'>): boolean {
  return [...repeatKey(body)].length >= repeatLetters;
}
