import type { Campus } from '@madang/campus/campus';
import { isUniversityEmail } from '@madang/contract/accounts/rules';
import { boardNotes, generalNotes } from './content/all-notes.ts';
import { boardGroups, HOME_WORDS, homeNames, shortNames } from './content/places.ts';
import { benchNames } from './content/students.ts';
import type { Note } from './notes.ts';

/** The campus that the texts were written for; at any other they are told without its places and customs. */
const HOME = 'korea.ac.kr';

/** Groups of places that not every campus has, nor any of its buildings. */
const PARTICULAR = ['outdoor', 'laboratory', 'stage', 'sport', 'dorm', 'dining'];

const names = [...homeNames, ...Object.values(shortNames)].sort((one, other) => other.length - one.length);
const placesOfHome = new RegExp(names.map(escape).join('|'), 'g');
const wordsOfHome = new RegExp([...names.map(escape), ...HOME_WORDS].join('|'));

function escape(text: string): string {
  return text.replaceAll(/[()]/g, '\\$&');
}

function isHome({ settings }: Campus): boolean {
  return settings.university.domain === HOME;
}

/** An address as it is written here: whoever is at the home university is at the campus's own. */
export function addressAt(campus: Campus, email: string): string {
  if (!isUniversityEmail(email, HOME)) return email;
  return `${email.slice(0, email.indexOf('@'))}@${campus.settings.university.domain}`;
}

/** A nickname that the campus's students could have; one out of the home campus's life gives way to another. */
export function nicknameAt(campus: Campus, nickname: string, place: number): string {
  if (isHome(campus) || !wordsOfHome.test(nickname)) return nickname;
  const { moods, animals } = benchNames;
  return `${moods[place % moods.length]}${animals[Math.floor(place / moods.length) % animals.length]}`;
}

/** What students may have written on the campus: for one board each, and for any of several. */
export function notesAt(campus: Campus): { boardNotes: readonly Note[]; generalNotes: readonly Note[] } {
  if (isHome(campus)) return { boardNotes, generalNotes };
  const boards = campus.boards.filter(({ kind }) => kind === 'building').map(({ id }) => id);
  const special = new Set(campus.boards.filter(({ kind }) => kind !== 'building').map(({ id }) => id));
  const particular = new Set(PARTICULAR.map((group) => String(boardGroups[group])));
  return {
    boardNotes: boardNotes.filter((note) => special.has(note.boards[0] ?? '') && !isOfHome(note)),
    generalNotes: generalNotes
      .filter((note) => !particular.has(String(note.boards)) && !isOfHome(note))
      .map((note) => ({ ...note, boards })),
  };
}

function isOfHome({ title, body, replies }: Note): boolean {
  return wordsOfHome.test([title, body, ...replies.map(({ text }) => text)].join('\n'));
}

/** What the operator wrote, with the campus's buildings in the place of the home campus's. */
export function bulletinAt<Text extends { title: string; body: string }>(
  campus: Campus,
  texts: readonly Text[],
): readonly Text[] {
  if (isHome(campus)) return texts;
  const { product, university } = campus.settings;
  const buildings = campus.boards.filter(({ kind }) => kind === 'building');
  const move = (text: string) =>
    text
      .replaceAll(
        placesOfHome,
        (name) => buildings[names.indexOf(name) % buildings.length]?.name ?? university.name,
      )
      .replaceAll('마당', product.name);
  return texts.map((text) => ({ ...text, title: move(text.title), body: move(text.body) }));
}
