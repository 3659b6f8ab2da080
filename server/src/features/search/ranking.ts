import { joinNumbers, squashText } from '@madang/contract/search/rules';

/** What the rank of a match hangs on. */
export interface Match {
  id: string;
  micros: number;
  title: string;
  /** What its board is called, and its keywords. */
  places: readonly string[];
  likes: number;
}

const WEIGHTS = { title: 3, place: 2, body: 1 };
/** Ten likes weigh as much as a quarter of a word in the body, a hundred twice that. */
const LIKE_WEIGHT = 0.25;
const DAY = 24 * 3_600 * 1_000_000;
const HALF_LIFE = 30 * DAY;

/** The most relevant first: by where each word stands, a little by likes, and half as much for every thirty days of age. */
export function rank(matches: readonly Match[], words: readonly string[]): Match[] {
  const newest = Math.max(...matches.map(({ micros }) => micros));
  const squash = remembering((text) => joinNumbers(squashText(text)));
  const joined = words.map(joinNumbers);
  const scored = matches.map((match) => ({ match, score: scoreOf(match, joined, newest, squash) }));
  const ordered = scored.sort(
    (one, other) =>
      other.score - one.score ||
      other.match.micros - one.match.micros ||
      (one.match.id < other.match.id ? 1 : -1),
  );
  return ordered.map(({ match }) => match);
}

/** Only relations between scores count, so that age is measured from the newest match and not from now. */
function scoreOf(match: Match, words: readonly string[], newest: number, squash: typeof squashText): number {
  const title = squash(match.title);
  const places = match.places.map(squash);
  const weights = words.map((word) => {
    if (title.includes(word)) return WEIGHTS.title;
    return places.some((place) => place.includes(word)) ? WEIGHTS.place : WEIGHTS.body;
  });
  const text = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, words.length);
  const likes = LIKE_WEIGHT * Math.log10(1 + match.likes);
  return (text + likes) * 2 ** ((match.micros - newest) / HALF_LIFE);
}

/** A few names come again and again. */
function remembering(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const result = known.get(text) ?? work(text);
    known.set(text, result);
    return result;
  };
}
