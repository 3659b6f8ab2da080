import type { Random } from './random.ts';

const HOUR = 3_600_000;

/** Share of posts with 0, 1, 2 … likes among posts that are not popular. */
const QUIET_SHARES = [13, 18, 18, 15, 12, 9, 7, 4, 2.5, 1.5];

/** Returns the likes of a post by its rank and age. */
export function likeCount(rank: number | null, createdAt: Date, now: Date, random: Random): number {
  const hours = (now.getTime() - createdAt.getTime()) / HOUR;
  // Steep at the top, flat towards the threshold of ten.
  if (rank !== null) return Math.max(10, Math.round(10 + 24 * 0.86 ** rank));
  const most = hours < 1 ? 2 : hours < 4 ? 4 : 9;
  let left = random.next() * QUIET_SHARES.reduce((sum, share) => sum + share, 0);
  const count = QUIET_SHARES.findIndex((share) => (left -= share) < 0);
  return Math.min(most, Math.max(0, count));
}

/**
 * Returns a long-tailed factor around 1 for the bench world.
 * Half the posts are below a third of the mean, one in a hundred above fifteen times the mean.
 * Low-discrepancy in `index`, so that the sum stays near the mean.
 */
export function tailFactor(index: number): number {
  const position = (index * 0.618_033_988_749_895) % 1;
  return 0.2 + 0.25 * ((1 - position * 0.9998) ** -0.72 - 1);
}
