// A search runs two statements: matching posts, then their cards. Both check visibility.
import { READ_MAX, SEPARATORS, SIMILAR_MAX } from '@madang/contract/search/rules';
import type { Database, Executor } from '../../database/database.ts';
import { CARD } from '../posts/index.ts';
import type { Board } from './query.ts';

/** Questions examined for each word of a title. */
const SIMILAR_READ = 100;

/** Position in time order: microseconds and id. */
export interface Position {
  micros: number;
  id: string;
}

export interface Wanted {
  pieces: readonly string[];
  /** LIKE patterns that a text must all match. */
  patterns: readonly string[];
  /** LIKE patterns that a text must all match without {@link SEPARATORS}. */
  joined: readonly string[];
  board: string | null;
}

/** A matching post, or the last post that a call may read. */
export interface FoundRow extends Position {
  /** The normalized title after a line break; null without match. */
  title: string | null;
  keywords: string[] | null;
  like_count: number | null;
  board_name: string | null;
  last: boolean;
}

// Plan for few matches: examines the newest posts with the pieces. OFFSET 0 prevents scans by board or time, which recompute
// pieces.
export const SEARCH_INDEX = `
  SELECT read.post_id AS id, (extract(epoch FROM read.created_at) * 1000000)::bigint AS micros,
         read.number = ${READ_MAX} AS last, shown.*
    FROM (SELECT post_id, created_at, row_number() OVER (ORDER BY created_at DESC, post_id DESC) AS number
            FROM (SELECT post_id, building_id, created_at FROM post_texts
                   WHERE search_pieces(text) @> $5::text[] OFFSET 0) AS candidates
           WHERE (created_at, post_id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid)
             AND ($6::text IS NULL OR building_id = $6)
           ORDER BY created_at DESC, post_id DESC LIMIT ${READ_MAX}) AS read
    LEFT JOIN LATERAL (
         SELECT split_part(post_texts.text, E'\\t', 1) AS title, posts.keywords, posts.like_count, buildings.name AS board_name
           FROM post_texts JOIN posts ON posts.id = post_texts.post_id
           JOIN buildings ON buildings.id = posts.building_id
          WHERE post_texts.post_id = read.post_id AND post_texts.text LIKE ALL ($1::text[])
            AND translate(post_texts.text, '${SEPARATORS}', '') LIKE ALL ($7::text[])
            AND posts.hidden_at IS NULL AND buildings.kind <> 'hidden' LIMIT 1) AS shown ON true
   WHERE shown.title IS NOT NULL OR read.number = ${READ_MAX}
   LIMIT $4`;

/** Returns the statement that reads the newest posts, or one board's (`within`). */
const walk = (within: string): string => `
  SELECT read.post_id AS id, (extract(epoch FROM read.created_at) * 1000000)::bigint AS micros,
         read.number = ${READ_MAX} AS last, shown.*
    FROM (SELECT post_id, created_at, text, row_number() OVER (ORDER BY created_at DESC, post_id DESC) AS number
            FROM post_texts
           WHERE ${within}(created_at, post_id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid)
           ORDER BY created_at DESC, post_id DESC LIMIT ${READ_MAX}) AS read
    LEFT JOIN LATERAL (
         SELECT split_part(read.text, E'\\t', 1) AS title, posts.keywords, posts.like_count, buildings.name AS board_name
           FROM posts JOIN buildings ON buildings.id = posts.building_id
          WHERE posts.id = read.post_id AND read.text LIKE ALL ($1::text[])
            AND translate(read.text, '${SEPARATORS}', '') LIKE ALL ($5::text[])
            AND posts.hidden_at IS NULL AND buildings.kind <> 'hidden' LIMIT 1) AS shown ON true
   WHERE shown.title IS NOT NULL OR read.number = ${READ_MAX}
   LIMIT $4`;

// Plan for many matches.
export const SEARCH_WALK = walk('');

// Plan for many matches on one board.
export const SEARCH_WALK_BOARD = walk('building_id = $6 AND ');

/** Returns matches after a position by the index; see {@link withBitmaps}. */
export function findByIndex(
  database: Database,
  wanted: Wanted,
  { micros, id }: Position,
  limit: number,
): Promise<FoundRow[]> {
  return withBitmaps(database, (transaction) =>
    transaction.rows<FoundRow>(SEARCH_INDEX, [
      wanted.patterns,
      micros,
      id,
      limit,
      wanted.pieces,
      wanted.board,
      wanted.joined,
    ]),
  );
}

/** Returns matches after a position by reading the newest texts. */
export function findByWalk(
  executor: Executor,
  { patterns, joined, board }: Wanted,
  { micros, id }: Position,
  limit: number,
): Promise<FoundRow[]> {
  const values = [patterns, micros, id, limit, joined];
  return board === null
    ? executor.rows<FoundRow>(SEARCH_WALK, values)
    : executor.rows<FoundRow>(SEARCH_WALK_BOARD, [...values, board]);
}

/**
 * Enables bitmap scans for the piece index within a transaction. Disables workers and JIT: starting them takes longer than
 * the read.
 */
function withBitmaps<Result>(
  database: Database,
  work: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.rows(
      `SELECT set_config('enable_bitmapscan', 'on', true), set_config('max_parallel_workers_per_gather', '0', true),
              set_config('jit', 'off', true)`,
    );
    return work(transaction);
  });
}

export const SEARCH_CARDS = `
  SELECT string_agg(one.json::text, ',' ORDER BY one.place) AS items
    FROM (SELECT wanted.place, ${CARD} AS json
            FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, place),
                 LATERAL (SELECT * FROM posts WHERE posts.id = wanted.id AND posts.hidden_at IS NULL LIMIT 1) AS posts
            JOIN buildings ON buildings.id = posts.building_id AND buildings.kind <> 'hidden') AS one`;

/** Returns the cards of these visible posts, in order, joined by commas. */
export async function readCards(executor: Executor, label: string, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return '';
  const row = await executor.first<{ items: string | null }>(SEARCH_CARDS, [label, ids]);
  return row?.items ?? '';
}

/** Statistics of pieces since the last ANALYZE. */
interface PieceSample {
  posts: number;
  /** The most frequent pieces and their shares, then the smallest share. */
  pieces: string[];
  shares: number[];
}

/** Returns undefined until the table was analyzed. */
export function readPieceSample(executor: Executor): Promise<PieceSample | undefined> {
  return executor.first<PieceSample>(
    `SELECT reltuples::float8 AS posts, to_json(most_common_elems::text::text[]) AS pieces,
            to_json(most_common_elem_freqs) AS shares
       FROM pg_stats JOIN pg_class ON pg_class.oid = 'post_texts'::regclass
      WHERE schemaname = current_schema() AND tablename = 'post_texts_pieces' AND most_common_elems IS NOT NULL`,
  );
}

/** Returns the buildings and boards with a screen. */
export function listBoardNames(executor: Executor): Promise<Board[]> {
  return executor.rows(
    `SELECT id, name, kind = 'building' AS building FROM buildings WHERE kind <> 'hidden' ORDER BY name, id`,
  );
}

// The newest posts of each word, by shared words, then those in titles.
export const SIMILAR = `
  SELECT posts.id
    FROM (SELECT DISTINCT found.post_id
            FROM unnest($1::text[]) AS word,
                 LATERAL (SELECT post_id, created_at
                            FROM (SELECT post_id, building_id, created_at FROM post_texts
                                   WHERE search_pieces(text) @> search_pieces(word) OFFSET 0) AS holding
                           WHERE building_id = $3
                           ORDER BY created_at DESC, post_id DESC LIMIT ${SIMILAR_READ}) AS found) AS candidates,
         LATERAL (SELECT created_at, split_part(text, E'\\t', 1) AS title, text FROM post_texts
                   WHERE post_texts.post_id = candidates.post_id LIMIT 1) AS texts,
         LATERAL (SELECT count(*) FILTER (WHERE texts.title LIKE pattern) AS in_title, count(*) AS in_text
                    FROM unnest($2::text[]) AS pattern WHERE texts.text LIKE pattern) AS shared,
         LATERAL (SELECT id FROM posts WHERE posts.id = candidates.post_id AND posts.hidden_at IS NULL LIMIT 1) AS posts
   WHERE 2 * shared.in_text >= cardinality($2::text[])
   ORDER BY shared.in_text DESC, shared.in_title DESC, texts.created_at DESC, posts.id DESC
   LIMIT ${SIMILAR_MAX}`;

/** Returns a board's posts sharing at least half of the words, via rare ones. */
export async function findSimilar(
  database: Database,
  board: string,
  rare: readonly string[],
  patterns: readonly string[],
): Promise<string[]> {
  const rows = await withBitmaps(database, (transaction) =>
    transaction.rows<{ id: string }>(SIMILAR, [rare, patterns, board]),
  );
  return rows.map(({ id }) => id);
}
