import type { CampusBoard } from '@madang/campus/campus';
import type { Side } from './content.ts';
import type { Note } from './notes.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

/** Which students write on the boards of a category; the rest of the campus is everybody's. */
const SIDES: Readonly<Record<string, Side>> = { 인문: 'humanities', 이공: 'science', 의과: 'medical' };
/** How much likelier somebody writes where they study. */
const AT_HOME = 40;
/** How much of a conversation people from outside join. */
const OUTSIDER_VOICE = 0.05;
const OUTSIDER_VOICE_ON_QUESTIONS = 0.3;

/** Who answers, nobody twice; English comes from those whose own names are written in Latin letters. */
export function castVoices(
  spoken: readonly { text: string; byAuthor: boolean }[],
  author: Person,
  board: CampusBoard,
  people: readonly Person[],
  random: Random,
): Person[] {
  const outsider = board.kind === 'question' ? OUTSIDER_VOICE_ON_QUESTIONS : OUTSIDER_VOICE;
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

/** Who writes: whom the note names, else somebody with the right, mostly on their own side of the campus. */
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

/** Who likes a post: so many different students, never its author. */
export function pickLikers(
  count: number,
  author: Person | null,
  people: readonly Person[],
  random: Random,
): string[] {
  const others = people.filter((person) => person !== author);
  return random.sample(others, count, (person) => person.activity).map((person) => person.user.id);
}

/** About every fourth like becomes a scrap too; the demo account keeps what it likes. */
export function pickScrappers(
  likers: readonly string[],
  people: readonly Person[],
  random: Random,
): string[] {
  const demoId = people[0]?.user.id;
  return likers.filter((id) => random.chance(id === demoId ? 0.5 : 0.22));
}
