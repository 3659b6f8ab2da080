import { isDaytime, isSeason, type Daytime, type Season } from './timeline.ts';

/** A reply written by hand for one note; `byAuthor` when the writer of the post speaks again. */
export interface NoteReply {
  text: string;
  byAuthor: boolean;
}

/** One hand-written post with its replies, before its slots are filled. */
export interface Note {
  /** Boards it may stand on; with one board it is used once. */
  boards: readonly string[];
  title: string;
  body: string;
  /** The pool that further replies come from. */
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

/**
 * Reads the notation of the text tables in `content/`:
 *
 *     == board-id other-board-id          the boards of the notes below
 *     # title | pool | +keyword,keyword | ~scene | @daytime | %season | &nickname | !
 *     body, paragraphs apart by empty lines
 *     > a reply
 *     < a reply of the post's author
 *
 * `!` marks a post worth many likes. A group name stands for the boards it is given in `groups`. A title
 * must not hold a bar.
 */
export function readNotes(text: string, groups: Readonly<Record<string, readonly string[]>> = {}): Note[] {
  const notes: Note[] = [];
  let boards: readonly string[] = [];
  let body: string[] = [];
  let note: Note | null = null;
  const finish = (): void => {
    if (note) note.body = body.join('\n').trim();
    body = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('== ')) {
      finish();
      note = null;
      boards = words(line.slice(3)).flatMap((word) => groups[word] ?? [word]);
    } else if (line.startsWith('# ')) {
      finish();
      note = readHead(line.slice(2), boards);
      notes.push(note);
    } else if (note && (line.startsWith('> ') || line.startsWith('< '))) {
      note.replies.push({ text: line.slice(2).trim(), byAuthor: line.startsWith('<') });
    } else {
      body.push(line.trimEnd());
    }
  }
  finish();
  return notes;
}

function readHead(head: string, boards: readonly string[]): Note {
  const [title = '', pool = '', ...marks] = head.split(' | ').map((part) => part.trim());
  const note: Note = {
    boards,
    title,
    body: '',
    pool,
    scene: null,
    keywords: [],
    hot: false,
    daytime: null,
    season: null,
    by: null,
    replies: [],
  };
  for (const mark of marks) applyMark(note, mark);
  return note;
}

function applyMark(note: Note, mark: string): void {
  const value = mark.slice(1);
  if (mark === '!') note.hot = true;
  else if (mark.startsWith('~')) note.scene = value;
  else if (mark.startsWith('+')) note.keywords = value.split(',');
  else if (mark.startsWith('@') && isDaytime(value)) note.daytime = value;
  else if (mark.startsWith('%') && isSeason(value)) note.season = value;
  else if (mark.startsWith('&')) note.by = value;
  else throw new Error(`"${note.title}" has a mark nobody knows: ${mark}`);
}

/** Replies that suit every post of one topic. */
export interface ReplyPool {
  /** Before any answer: "저도 궁금해요". */
  early: string[];
  anywhere: string[];
  /** After the answers: "덕분에 알아가요". */
  late: string[];
  /** By the post's author, last. */
  author: string[];
}

/** Reads reply pools: `== name` starts one; `^` early, `>` anywhere, `$` late, `<` by the author. */
export function readPools(text: string): Map<string, ReplyPool> {
  const pools = new Map<string, ReplyPool>();
  let pool: ReplyPool = { early: [], anywhere: [], late: [], author: [] };
  for (const line of text.split('\n')) {
    const rest = line.slice(2).trim();
    if (line.startsWith('== ')) {
      pool = { early: [], anywhere: [], late: [], author: [] };
      pools.set(line.slice(3).trim(), pool);
    } else if (line.startsWith('^ ')) pool.early.push(rest);
    else if (line.startsWith('> ')) pool.anywhere.push(rest);
    else if (line.startsWith('$ ')) pool.late.push(rest);
    else if (line.startsWith('< ')) pool.author.push(rest);
  }
  return pools;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
