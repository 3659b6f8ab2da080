import { join } from 'node:path';
import { POSTERS } from '@madang/campus/campus-files';
import { serverFolder } from '../src/lib/folders.ts';
import { readNotes, readPools, type Note, type ReplyPool } from './notes.ts';
import { readArticles, readTable, readTextFile } from './text-file.ts';

const SIDES = ['humanities', 'science', 'medical'] as const;
const LISTS = ['home', 'item', 'spot', 'floor', 'day', 'time', 'surname', 'given', 'mood', 'animal'] as const;
/** Boards of texts that are not buildings. */
const SPECIAL = ['question', 'festival'];
/** Group of all places with floors and doors: all except outdoor sport. */
const INDOORS = 'indoors';

/** Field of a student; decides the boards on which they write. */
export type Side = (typeof SIDES)[number];

/** One invented student of the demo world, with a common name put together by hand. */
export interface UserText {
  name: string;
  nickname: string;
  email: string;
  side: Side;
  /** Frequency of writing and liking; 1 is usual. */
  activity: number;
  verified: boolean;
}

/** A text of the operator. */
interface BulletinText {
  title: string;
  body: string;
  /** Days before now; a fraction is hours. */
  daysAgo: number;
}

/** All texts of the demo world, from the files in `content/`. */
export interface Content {
  /** Notes written for one board each. */
  boardNotes: readonly Note[];
  /** Notes that fit several boards. */
  generalNotes: readonly Note[];
  /** Replies that fit every post of a topic, by the pool's name in notes. */
  pools: ReadonlyMap<string, ReplyPool>;
  events: readonly (BulletinText & { poster: string })[];
  notices: readonly BulletinText[];
  facilityNotices: readonly BulletinText[];
  /** First the account that demo visitors may use, then one without the writing right. */
  users: readonly UserText[];
  /** Buildings of the home campus of the texts: full name and students' name. */
  buildings: readonly { id: string; name: string; short: string }[];
  /** Words to choose from. */
  words: Readonly<Record<(typeof LISTS)[number], readonly string[]>>;
}

let read: Content | undefined;

/** Returns the texts of this repository; reads them on first use. */
export function content(): Content {
  return (read ??= readContent(join(serverFolder(), 'seed', 'content')));
}

/**
 * Reads a folder of texts.
 *
 * @throws {Error} naming file and line of a mistake.
 */
export function readContent(folder: string): Content {
  const open = (name: string) => readTextFile(folder, name);
  const buildings = readTable(open('buildings.tsv'), ['id', 'name', 'short', 'groups']);
  const isOpen = (named: string) => named.split(' ').every((group) => ['outdoor', 'sport'].includes(group));
  const indoors = buildings.filter((building) => !isOpen(building.groups));
  const groups = new Map([[INDOORS, indoors.map(({ id }) => id)]]);
  for (const { id, groups: named } of buildings)
    for (const group of named.split(' ').filter(Boolean))
      groups.set(group, [...(groups.get(group) ?? []), id]);
  const users = readUsers(folder);
  const pools = new Map(['places', 'people'].flatMap((name) => [...readPools(open(`replies-${name}.txt`))]));
  const known = {
    boards: new Set([...SPECIAL, ...buildings.map(({ id }) => id)]),
    groups,
    pools,
    nicknames: new Set(users.map(({ nickname }) => nickname)),
  };
  const notes = (name: string) => readNotes(open(`posts-${name}.txt`), known);
  return {
    boardNotes: ['humanities', 'science', 'green-and-medical', 'questions', 'festival'].flatMap(notes),
    generalNotes: notes('several-buildings'),
    pools,
    events: readBulletin(folder, 'events.txt').map(({ more: [poster = ''], fail, ...text }) => {
      if (!POSTERS.some(({ name }) => name === poster)) fail(`there is no poster "${poster}"`);
      return { ...text, poster };
    }),
    notices: readBulletin(folder, 'notices.txt'),
    facilityNotices: readBulletin(folder, 'facility-notices.txt'),
    users,
    buildings,
    words: readWords(folder),
  };
}

function readBulletin(folder: string, name: string) {
  const file = readTextFile(folder, name);
  return readArticles(file).map(({ title, body, line, more: [days = '', ...more] }) => {
    const fail = (problem: string): never => file.fail(line, problem);
    const daysAgo = Number(days);
    if (days === '' || !(daysAgo >= 0)) fail(`"${days}" is no number of days`);
    return { title, body, daysAgo, more, fail };
  });
}

function readUsers(folder: string): UserText[] {
  const file = readTextFile(folder, 'students.tsv');
  const columns = ['email', 'name', 'nickname', 'side', 'activity', 'verified'] as const;
  return readTable(file, columns).map(({ line, activity, verified, ...row }) => {
    const side = SIDES.find((one) => one === row.side);
    if (!side) return file.fail(line, `side is ${SIDES.join(', ')}, not "${row.side}"`);
    if (!(Number(activity) > 0)) file.fail(line, `"${activity}" is no activity`);
    return { ...row, side, activity: Number(activity), verified: verified === 'yes' };
  });
}

function readWords(folder: string): Content['words'] {
  const file = readTextFile(folder, 'words.tsv');
  const lists = new Map(
    readTable(file, ['list', 'words']).map(({ list, words }) => [list, words.split(', ')]),
  );
  const entries = LISTS.map((name) => [
    name,
    lists.get(name) ?? file.fail(1, `the list "${name}" is missing`),
  ]);
  return Object.fromEntries(entries) as Content['words'];
}
