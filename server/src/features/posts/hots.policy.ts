// How a post becomes popular where `hotLike` is enabled [HL-02]: pure, so that it can be tried with every number.
import { AGE_RULE_AFTER_DAYS } from '@madang/contract/moderation/rules';
import { HOT_WITHIN_HOURS } from '@madang/contract/posts/rules';

/** The liker's address must have been verified for so many hours. */
const VERIFIED_FOR_HOURS = 24;

/** So long after its promotion an entry may be taken back. */
const TAKEN_BACK_WITHIN_HOURS = 1;

/** Fewer counted likes than these take it back. */
const LEAST_LIKES = 5;

/** A like at the moment it is given. */
export interface GivenLike {
  /** By the post's own author. */
  own: boolean;
  postAgeHours: number;
  /** For how long the liker's address has been verified; null where it is not. */
  verifiedHours: number | null;
  campusAgeDays: number;
}

/** Whether a like counts towards the popular list. In the campus's first weeks every address is new. */
export function doesLikeCount({ own, postAgeHours, verifiedHours, campusAgeDays }: GivenLike): boolean {
  if (own || postAgeHours > HOT_WITHIN_HOURS) return false;
  return (
    campusAgeDays < AGE_RULE_AFTER_DAYS || (verifiedHours !== null && verifiedHours >= VERIFIED_FOR_HOURS)
  );
}

/** Whether so many counted likes make a post popular. */
export function isHot(counted: number, threshold: number): boolean {
  return counted >= threshold;
}

/** How many counted likes an entry must keep in its first hour: five, or half of what a campus with few students asks for. */
export function leastLikesOf(threshold: number): number {
  return Math.min(LEAST_LIKES, Math.ceil(threshold / 2));
}

/** Whether an entry is taken back: too few likes are left, too soon. An operator's entry has no least. */
export function isTakenBack(entry: {
  counted: number;
  least: number | null;
  promotedHoursAgo: number;
}): boolean {
  const { counted, least, promotedHoursAgo } = entry;
  return least !== null && promotedHoursAgo <= TAKEN_BACK_WITHIN_HOURS && counted < least;
}
