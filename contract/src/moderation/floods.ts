import { squashText } from '../search/rules.ts';
import { AGE_RULE_AFTER_DAYS } from './rules.ts';

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

/** Defaults for campuses without own values. */
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
  return squashText(text).replaceAll(' ', '');
}

/** Whether a reply is long enough to be checked for repetition. */
export function isAskedAbout(body: string, { repeatLetters }: Pick<FloodRules, 'repeatLetters'>): boolean {
  return [...repeatKey(body)].length >= repeatLetters;
}
