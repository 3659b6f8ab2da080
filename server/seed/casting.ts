import type { CampusBoard } from '@madang/campus/campus';
import type { Side } from './content.ts';
import type { Note } from './notes.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

/** Students who write on the boards of a category; all students write on the other boards. */
const SIDES: Readonly<Record<string, Side>> = { 인문: 'humanities', 이공: 'science', 의과: 'medical' };
/** Factor by which students write more often on boards of their own field. */
const AT_HOME = 40;
/** Share of students of other fields in a conversation. */
const OUTSIDER_REPLY = 0.05;
const OUTSIDER_REPLY_ON_QUESTIONS = 0.3;

/** Returns the author of each reply, no student twice; English replies get names in Latin letters. */
export function castCrowdReports(
  spoken: readonly { text: string; byAuthor: boolean }[],
  author: Person,
  board: CampusBoard,
  people: readonly Person[],
  random: Random,
): Person[] {
  const outsider = board.kind === 'question' ? OUTSIDER_REPLY_ON_QUESTIONS : OUTSIDER_REPLY;
  const queue = random.sample(
    people.filter((person) => person !== author),
    people.length,
    (person) => person.activity * (person.user.writingRight ? 1 : outsider),
  );
  return spoken.map(({ text, byAuthor }) => {
    if (byAuthor) return author;
    const english = /^[A-Za-z¡]/.test(text);
    const index = queue.findIndex((person) => /^[A-Za-z]/.test(person.user.name) === english);
    return queue.splice(Math.max(0, index), 1)[0] ?? author;
  });
}

/**
 * Returns the author named in the note, otherwise a student with the writing right.
 * Prefers students of the board's field.
 */
export function pickAuthor(
  note: Note,
  board: CampusBoard,
  people: readonly Person[],
  random: Random,
): Person {
  const named = people.find((person) => person.user.nickname === note.by);
  if (named) return named;
  const side = SIDES[board.category];
  const able = people.filter((person) => person.user.writingRight);
  const [author] = random.sample(
    able,
    1,
    (person) => person.activity * (side === undefined || person.side === side ? AT_HOME : 1),
  );
  if (!author) throw new Error('No student may write here.');
  return author;
}

/** Returns different students who like a post, without its author. */
export function pickLikers(
  count: number,
  author: Person | null,
  people: readonly Person[],
  random: Random,
): string[] {
  const others = people.filter((person) => person !== author);
  return random.sample(others, count, (person) => person.activity).map((person) => person.user.id);
}

/** Returns the likers who also bookmark a post: 22 %, and 50 % for the demo account. */
export function pickScrappers(
  likers: readonly string[],
  people: readonly Person[],
  random: Random,
): string[] {
  const demoId = people[0]?.user.id;
  return likers.filter((id) => random.chance(id === demoId ? 0.5 : 0.22));
}
