import { RANKED_MAX, READ_MAX } from '@madang/contract/search/rules';
import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { Database, Executor } from '../../platform/database/database.ts';
import { CARD } from '../posts/index.ts';

/** A post before or after which a search goes on: its time in microseconds, and its id. */
export interface Position {
  micros: number;
  id: string;
}

/** What is searched. */
export interface Wanted {
  pieces: readonly string[];
  /** For `LIKE`, all of which the text must match. */
  patterns: readonly string[];
  board: string | null;
}

/** A post that was read: a match, with what its rank hangs on, or the last one that the call may read. */
export interface FoundRow extends Position {
  hit: boolean;
  /** As it is searched. */
  title: string | null;
  keywords: string[] | null;
  building_id: string | null;
  like_count: number | null;
  last: boolean;
}

const MARK = `(extract(epoch FROM read.created_at) * 1000000)::bigint AS micros, shown.*, shown.title IS NOT NULL AS hit,
         read.number = ${READ_MAX} AS last`;
/** The same condition as lists have; a text is looked at before its post. */
const SHOWN = `split_part(ltrim(post_texts.text, E'\\n'), E'\\t', 1) AS title, posts.keywords, posts.building_id, posts.like_count`;

// The plan for few: all posts with the pieces come from the index, the newest are looked at. The fence keeps
// PostgreSQL from walking the table in order of time instead, with the pieces of every text made anew.
export const SEARCH_INDEX = `
  SELECT read.post_id AS id, ${MARK}
    FROM (SELECT post_id, created_at, (row_number() OVER (ORDER BY created_at DESC, post_id DESC))::int AS number
            FROM (SELECT post_id, created_at FROM post_texts
                   WHERE search_pieces(text) @> $1::text[] AND ($3::text IS NULL OR building_id = $3)
                     AND (created_at, post_id) < (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::uuid)
                  OFFSET 0) AS candidates
           ORDER BY created_at DESC, post_id DESC LIMIT ${READ_MAX}) AS read
    LEFT JOIN LATERAL (SELECT ${SHOWN}
            FROM post_texts JOIN posts ON posts.id = post_texts.post_id JOIN buildings ON buildings.id = posts.building_id
           WHERE post_texts.post_id = read.post_id AND post_texts.text LIKE ALL ($2::text[])
             AND posts.hidden_at IS NULL AND buildings.kind <> 'hidden' LIMIT 1) AS shown ON true
   WHERE shown.title IS NOT NULL OR read.number = ${READ_MAX}
   LIMIT $6`;

/** The plan for many: the newest posts are read one after the other. */
const walk = (board: string) => `
  SELECT read.post_id AS id, ${MARK}
    FROM (SELECT post_id, created_at, text, (row_number() OVER (ORDER BY created_at DESC, post_id DESC))::int AS number
            FROM post_texts
           WHERE ${board}(created_at, post_id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid)
           ORDER BY created_at DESC, post_id DESC LIMIT ${READ_MAX}) AS read
    LEFT JOIN LATERAL (SELECT ${SHOWN.replace('post_texts', 'read')}
            FROM posts JOIN buildings ON buildings.id = posts.building_id
           WHERE posts.id = read.post_id AND read.text LIKE ALL ($1::text[])
             AND posts.hidden_at IS NULL AND buildings.kind <> 'hidden' LIMIT 1) AS shown ON true
   WHERE shown.title IS NOT NULL OR read.number = ${READ_MAX}
   LIMIT $4`;
