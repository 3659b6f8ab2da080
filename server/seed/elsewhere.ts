import type { Campus } from '@madang/campus/campus';
import { isUniversityEmail } from '@madang/contract/accounts/rules';
import { content } from './content.ts';
import type { Note } from './notes.ts';

/** Campus of the texts; other campuses omit its places and customs. */
const HOME = 'korea.ac.kr';

/** Groups of places that a campus or its buildings may lack. */
const PARTICULAR = ['outdoor', 'laboratory', 'stage', 'sport', 'dorm', 'dining'];

/** Returns the names of its buildings, the longest first. */
function namesOfHome(): string[] {
  const names = content().buildings.flatMap(({ name, short }) => [name, short]);
  return names.sort((one, other) => other.length - one.length);
}

/** Returns a pattern of words used only on the home campus. */
function wordsOfHome(): RegExp {
  return new RegExp([...namesOfHome().map(escape), ...content().words.home].join('|'));
}

function escape(text: string): string {
  return text.replaceAll(/[()]/g, '\\$&');
}

function isHome({ settings }: Campus): boolean {
  return settings.university.domain === HOME;
}

/** Returns the address with the campus's domain instead of the home university's. */
export function addressAt(campus: Campus, email: string): string {
  if (!isUniversityEmail(email, HOME)) return email;
  return `${email.slice(0, email.indexOf('@'))}@${campus.settings.university.domain}`;
}

/** Returns the nickname, or another one if it refers to the home campus. */
export function nicknameAt(campus: Campus, nickname: string, place: number): string {
  if (isHome(campus) || !wordsOfHome().test(nickname)) return nickname;
  const { mood, animal } = content().words;
  return `${mood[place % mood.length]}${animal[Math.floor(place / mood.length) % animal.length]}`;
}

/** Returns the notes that fit the campus: those for one board each, and those for several. */
export function notesAt(campus: Campus): { boardNotes: readonly Note[]; generalNotes: readonly Note[] } {
  const { boardNotes, generalNotes } = content();
  if (isHome(campus)) return { boardNotes, generalNotes };
  const boards = campus.boards.filter(({ kind }) => kind === 'building').map(({ id }) => id);
  const special = new Set(campus.boards.filter(({ kind }) => kind !== 'building').map(({ id }) => id));
  const home = wordsOfHome();
  const isOfHome = ({ title, body, replies }: Note) =>
    home.test([title, body, ...replies.map(({ text }) => text)].join('\n'));
  return {
    boardNotes: boardNotes.filter((note) => special.has(note.boards[0] ?? '') && !isOfHome(note)),
    generalNotes: generalNotes
      .filter((note) => !note.groups.every((group) => PARTICULAR.includes(group)) && !isOfHome(note))
      .map((note) => ({ ...note, boards })),
  };
}

/** Returns the operator's texts with the campus's buildings instead of the home campus's. */
export function bulletinAt<Text extends { title: string; body: string }>(
  campus: Campus,
  texts: readonly Text[],
): readonly Text[] {
  if (isHome(campus)) return texts;
  const { product, university } = campus.settings;
  const buildings = campus.boards.filter(({ kind }) => kind === 'building');
  const names = namesOfHome();
  // A short name may end another word: 서관 in 도서관.
  const places = new RegExp(`(?<![가-힣])(?:${names.map(escape).join('|')})`, 'g');
  const move = (text: string) =>
    text
      .replaceAll(
        places,
        (name) => buildings[names.indexOf(name) % buildings.length]?.name ?? university.name,
      )
      .replaceAll('마당', product.name);
  return texts.map((text) => ({ ...text, title: move(text.title), body: move(text.body) }));
}
