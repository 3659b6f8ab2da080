import { SCENES } from '@madang/campus/campus-files';
import type { TextFile } from './text-file.ts';
import { isDaytime, isSeason, type Daytime, type Season } from './timeline.ts';

/** A reply written by hand for one note; `byAuthor` for the post's author. */
export interface NoteReply {
  text: string;
  byAuthor: boolean;
}

/** One hand-written post with its replies and unfilled slots; notation: `content/README.md`. */
export interface Note {
  /** Possible boards; a note of one board is used once. */
  boards: readonly string[];
  /** Groups that contain these boards, if any. */
  groups: readonly string[];
  title: string;
  body: string;
  /** Pool of the further replies. */
  pool: string;
  scene: string | null;
  /** Without the place word. */
  keywords: readonly string[];
  /** Worth many likes. */
  hot: boolean;
  daytime: Daytime | null;
  season: Season | null;
  /** Nickname of the only student who can have written it. */
  by: string | null;
  replies: NoteReply[];
}

/** First line of a note. */
type Head = Omit<Note, 'boards' | 'groups' | 'body' | 'replies'>;

/** Names that the texts may use. */
export interface Known {
  boards: ReadonlySet<string>;
  /** The boards of each group. */
  groups: ReadonlyMap<string, readonly string[]>;
  pools: ReadonlyMap<string, ReplyPool>;
  nicknames: ReadonlySet<string>;
}

/** Reads a file of posts. */
export function readNotes(file: TextFile, known: Known): Note[] {
  const notes: Note[] = [];
  let section: Pick<Note, 'boards' | 'groups'> = { boards: [], groups: [] };
  let note: Note | null = null;
  for (const [line, text] of file.lines) {
    if (text.startsWith('== ')) {
      const words = text.slice(3).split(' ');
      const lost = words.find((word) => !known.groups.has(word) && !known.boards.has(word));
      if (lost !== undefined) file.fail(line, `"${lost}" is no board and no group of boards`);
      section = {
        boards: [...new Set(words.flatMap((word) => known.groups.get(word) ?? [word]))],
        groups: words.filter((word) => known.groups.has(word)),
      };
      note = null;
    } else if (text.startsWith('# ')) {
      const fail = (problem: string) => file.fail(line, problem);
      note = { ...section, ...readHead(text.slice(2), known, fail), body: '', replies: [] };
      notes.push(note);
    } else if (/^[<>] /.test(text)) {
      if (!note) file.fail(line, 'a reply stands before the first post of its board');
      else note.replies.push({ text: text.slice(2), byAuthor: text.startsWith('<') });
    } else if (note && note.replies.length === 0) {
      note.body = `${note.body}\n${text}`.trimStart();
    } else if (text !== '') file.fail(line, 'this belongs to no post: a body stands before its replies');
  }
  for (const each of notes) each.body = each.body.trimEnd();
  return notes;
}

function readHead(head: string, known: Known, fail: (problem: string) => never): Head {
  const [title = '', pool = '', ...marks] = head.split(' | ').map((part) => part.trim());
  if (!known.pools.has(pool)) fail(`there are no replies called "${pool}"`);
  const note: Head = {
    title,
    pool,
    scene: null,
    keywords: [],
    hot: false,
    daytime: null,
    season: null,
    by: null,
  };
  for (const mark of marks) Object.assign(note, readMark(mark, known, fail));
  return note;
}

function readMark(mark: string, known: Known, fail: (problem: string) => never): Partial<Note> {
  const value = mark.slice(1);
  if (mark === '!') return { hot: true };
  if (mark.startsWith('~') && SCENES.some(({ name }) => name === value)) return { scene: value };
  if (mark.startsWith('+')) return { keywords: value.split(',') };
  if (mark.startsWith('@') && isDaytime(value)) return { daytime: value };
  if (mark.startsWith('%') && isSeason(value)) return { season: value };
  if (mark.startsWith('&') && known.nicknames.has(value)) return { by: value };
  return fail(`a mark nobody knows: ${mark}`);
}

/** Replies that fit every post of one topic. */
export interface ReplyPool {
  /** Before any answer: "저도 궁금해요". */
  early: string[];
  anywhere: string[];
  /** After the answers: "덕분에 알아가요". */
  late: string[];
  /** By the post's author, last. */
  author: string[];
}

const MOMENTS: Readonly<Record<string, keyof ReplyPool>> = {
  '^': 'early',
  '>': 'anywhere',
  $: 'late',
  '<': 'author',
};

/** Reads a file of replies by topic. */
export function readPools(file: TextFile): Map<string, ReplyPool> {
  const pools = new Map<string, ReplyPool>();
  let pool: ReplyPool | null = null;
  for (const [line, text] of file.lines) {
    const moment = MOMENTS[text.charAt(0)];
    if (text.startsWith('== ')) {
      pool = { early: [], anywhere: [], late: [], author: [] };
      pools.set(text.slice(3), pool);
    } else if (pool && moment && text.charAt(1) === ' ') pool[moment].push(text.slice(2));
    else if (text !== '') file.fail(line, 'a reply begins with "^ ", "> ", "$ " or "< "');
  }
  return pools;
}
