import { FIND_BOARD } from '../src/features/campus/campus.ts';
import {
  HOME,
  HOTS,
  KEYWORD,
  LATEST,
  OWN,
  POPULAR,
  RECENT,
  BOOKMARKED,
} from '../src/features/posts/lists.ts';
import { ADD_LIKE, REMOVE_LIKE } from '../src/features/posts/likes.ts';
import { MARKS } from '../src/features/posts/marks.ts';
import { PUT_POST_TEXT } from '../src/features/posts/search-text.ts';
import {
  ADD_POINTS,
  FIND_POST,
  INSERT_AWARD,
  INSERT_POST,
  INSERT_POST_KEYWORDS,
  LOCK_AUTHOR,
  POST,
} from '../src/features/posts/posts.ts';
import { INSERT_REPLY, REPLIES } from '../src/features/replies/reply-rows.ts';
import {
  SEARCH_CARDS,
  SEARCH_INDEX,
  SEARCH_WALK,
  SEARCH_WALK_BOARD,
  SIMILAR,
} from '../src/features/search/statements.ts';

/** Statement of each plan in this folder, by file name. */
export const STATEMENTS = {
  home: HOME,
  latest: LATEST,
  recent: RECENT,
  popular: POPULAR,
  post: POST,
  replies: REPLIES,
  keyword: KEYWORD,
  own: OWN,
  scraps: BOOKMARKED,
  hots: HOTS,
  marks: MARKS,
  like: ADD_LIKE,
  unlike: REMOVE_LIKE,
  reply: INSERT_REPLY,
};

export type StatementName = keyof typeof STATEMENTS;

/** Statements of search by file name; some need bitmap scans. */
export const SEARCH_STATEMENTS = {
  'search-index': SEARCH_INDEX,
  'search-walk': SEARCH_WALK,
  'search-walk-board': SEARCH_WALK_BOARD,
  'search-cards': SEARCH_CARDS,
  similar: SIMILAR,
};

/** Statements that write a post, in the order of the transaction. */
export const WRITE_POST = [
  FIND_POST,
  LOCK_AUTHOR,
  FIND_BOARD,
  INSERT_POST,
  PUT_POST_TEXT,
  INSERT_POST_KEYWORDS,
  INSERT_AWARD,
  ADD_POINTS,
  POST,
];
