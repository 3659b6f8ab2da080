import type { ExportedUser } from '../../features/accounts/index.ts';
import type { ExportedNotice } from '../../features/bulletin/index.ts';
import type { BoardRow } from '../../features/campus/index.ts';
import type { ExportedHot, ExportedPost } from '../../features/posts/index.ts';
import type { ExportedReply } from '../../features/replies/index.ts';
import { toSlots } from './keywords.ts';
import { toDocumentTime } from './times.ts';

/** What a document says besides its rows: the campus's clock and the names that stand in for missing ones. */
export interface DocumentTexts {
  timeZone: string;
  /** The author of what the operator wrote. */
  operatorLabel: string;
  /** Whether descriptions of images are written; the specification's documents have none. */
  official: boolean;
}

/** The copy deck's `author.unknown`. */
const NOBODY = '(알 수 없음)';

export type Document = Record<string, unknown>;

/** The document of a user; both spellings of the right say the same. */
export function fromUser(row: ExportedUser, likePost: readonly string[]): Document {
  return {
    userUID: row.document_id,
    userEmail: row.email,
    userName: row.name,
    userNickname: row.nickname,
    userKU: row.university,
    userPoint: row.points,
    writingRight: row.writing_right,
    wrightingRight: row.writing_right,
    likePost,
  };
}

/** The document of a building or special board. */
export function fromBuilding(row: BoardRow): Document {
  return {
    id: row.id,
    buildingName: row.name,
    buildingCategory: row.category,
    buildingInfo: row.info,
  };
}

/** The document of a post; without keyword it carries the marker, without scrap null [EN-04]. */
export function fromPost(row: ExportedPost, texts: DocumentTexts): Document {
  return {
    id: row.document_id,
    postBID: row.building_id,
    postBDC: row.building_category,
    postUID: row.author_document_id,
    postNickname: authorOf(row, texts),
    postTitle: row.title,
    contentsList: [row.body, ...row.pictures.map(({ path }) => imageFile(path))],
    formatList: ['text', ...row.pictures.map(() => 'image')],
    ...(texts.official && row.pictures.some(({ description }) => description !== '')
      ? { imageDescriptions: row.pictures.map(({ description }) => description) }
      : {}),
    keyword: toSlots(row.keywords),
    postCreatedTime: toDocumentTime(row.created_micros, texts.timeZone),
    postGood: row.like_count,
    postScrappers: row.scrappers.length === 0 ? null : row.scrappers,
    postReport: row.report_count,
  };
}

/** The file of a post's picture, in the image store and beside the documents alike. */
export function imageFile(path: string): string {
  return `${path}/large.webp`;
}

/** The document of a reply, whose own id stands in its key or beside it. */
export function fromReply(
  row: ExportedReply,
  post: Pick<ExportedPost, 'document_id' | 'building_id'>,
  texts: DocumentTexts,
): Document {
  return {
    replyBID: post.building_id,
    replyPID: post.document_id,
    replyUID: row.author_document_id,
    replyNickname: row.nickname ?? NOBODY,
    replyBody: row.body,
    replyCreatedTime: toDocumentTime(row.created_micros, texts.timeZone),
    replyGood: row.like_count,
    replyLiker: row.likers,
    replyRID: row.parent_document_id,
    replyReport: row.report_count,
  };
}

/** The document of an event; its picture lies beside. */
export function fromEvent(row: ExportedNotice, texts: DocumentTexts): Document {
  return {
    id: row.document_id,
    eventTitle: row.title,
    eventBody: row.body,
    eventCreatedTime: toDocumentTime(row.created_micros, texts.timeZone),
  };
}

/** The document of a notice. */
export function fromNotice(row: ExportedNotice, texts: DocumentTexts): Document {
  return {
    id: row.document_id,
    noticeTitle: row.title,
    noticeBody: row.body,
    noticeCreatedTime: toDocumentTime(row.created_micros, texts.timeZone),
  };
}

/** The document of a popular post's entry, whose own id stands in its key or beside it. */
export function fromHot(row: ExportedHot, texts: DocumentTexts): Document {
  return {
    hotPID: row.document_id,
    hotBID: row.building_id,
    hotNickname: authorOf(row, texts),
    hotTitle: row.title,
    hotContent: row.body,
    hotKeyword: toSlots(row.keywords),
    hotCreatedTime: toDocumentTime(row.created_micros, texts.timeZone),
  };
}

function authorOf(
  row: Pick<ExportedPost, 'building_kind' | 'nickname'>,
  { operatorLabel }: DocumentTexts,
): string {
  return row.building_kind === 'notice' ? operatorLabel : (row.nickname ?? NOBODY);
}
