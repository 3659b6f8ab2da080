import type { Campus } from '@madang/campus/campus';
import {
  emailProblem,
  isUniversityEmail,
  nameProblem,
  nicknameProblem,
  normalizeEmail,
  normalizeNickname,
} from '@madang/contract/accounts/rules';
import { type BoardKind, PICTURE_DESCRIPTION_MAX, PICTURES_MAX } from '@madang/contract/posts/rules';
import { countCodePoints, isBlank, normalizeText } from '@madang/contract/text/rules';
import type { ExportedUser, ImportedUser } from '../../features/accounts/index.ts';
import type { ExportedNotice, ImportedNotice } from '../../features/bulletin/index.ts';
import type { BoardRow } from '../../features/campus/index.ts';
import type { ExportedHot, ExportedPost, ImportedHot, ImportedPost } from '../../features/posts/index.ts';
import { type ExportedReply, type ImportedReply, LIKER_PLACEHOLDER } from '../../features/replies/index.ts';
import { isDataUrl } from './images.ts';
import {
  type Fields,
  isDocumentId,
  type KeywordReader,
  rowIdentity,
  TEXT_MAX,
  toDocumentTime,
  toSlots,
} from './schema.ts';
import { Refusal } from './source.ts';

export interface Corrected<Row> {
  row: Row;
  corrections: string[];
}

export interface UserRow {
  user: ImportedUser;
  points: number;
  likedPostIds: string[];
}

/**
 * Returns account and profile of a user document, without password. Writing rights require a verified address or the
 * override.
 *
 * @throws {Refusal} for an invalid address, which cannot sign in.
 */
export function toUser(fields: Fields<'users'>, campus: Campus, now: Date): Corrected<UserRow> {
  const corrections: string[] = [];
  if (emailProblem(fields.userEmail)) throw new Refusal('userEmail is no e-mail address');
  const { id, sourceId } = rowIdentity('users', fields.userUID);
  const email = normalizeEmail(fields.userEmail);
  const university = isUniversityEmail(email, campus.settings.university.domain);
  if (typeof fields.userKU === 'boolean' && fields.userKU !== university)
    corrections.push(`userKU is ${university}, as the address says`);
  const nickname = readNickname(fields.userNickname ?? '', id, campus, corrections);
  const name = normalizeText(fields.userName ?? '').trim();
  const nameIsUsable = nameProblem(name) === null;
  if (!nameIsUsable) corrections.push('userName cannot be used; the nickname stands in for it');
  const writingRight = fields.writingRight ?? fields.wrightingRight ?? false;
  const user: ImportedUser = {
    id,
    sourceId,
    email,
    passwordHash: null,
    name: nameIsUsable ? name : nickname,
    nickname,
    university,
    verified: writingRight && university,
    writingRight,
    rightOverride: writingRight && !university ? true : null,
    createdAt: now,
  };
  const likes = fields.likePost ?? [];
  const liked = likes.filter(isDocumentId).map((post) => rowIdentity('posts', post).id);
  if (liked.length < likes.length)
    corrections.push(`likePost leaves out ${likes.length - liked.length} that can be no post`);
  return { row: { user, points: fields.userPoint, likedPostIds: [...new Set(liked)] }, corrections };
}

/** Replaces an invalid nickname by 학생 and digits of the id. */
function readNickname(nickname: string, id: string, campus: Campus, corrections: string[]): string {
  if (nicknameProblem(nickname, campus.settings.reservedNicknames) === null)
    return normalizeNickname(nickname);
  const digits = Number.parseInt(id.slice(0, 8), 16) % 100_000_000;
  const made = `학생${String(digits).padStart(8, '0')}`;
  corrections.push(`userNickname cannot be used; ${made} stands in for it`);
  return made;
}

/** @throws {Refusal} without a name or known category. */
export function toBuilding(
  fields: Fields<'buildings'>,
  campus: Campus,
): Corrected<Omit<BoardRow, 'kind' | 'seats'>> {
  const categories = campus.settings.categories.map(({ name }) => name);
  const category = fields.buildingCategory ?? '';
  if (!categories.includes(category))
    throw new Refusal(`buildingCategory is none of ${categories.join(', ')}`);
  const name = normalizeText(fields.buildingName ?? '').trim();
  if (isBlank(name)) throw new Refusal('buildingName is empty');
  return {
    row: { id: fields.id, name, category, info: normalizeText(fields.buildingInfo ?? '') },
    corrections: [],
  };
}

/** A post whose references and pictures are unresolved. */
export interface PostRow {
  post: ImportedPost;
  images: { reference: string; description: string }[];
  /** Author id to assign once that user is imported. */
  awaitedAuthorId: string | null;
}

/** @throws {Refusal} without a known board, title or text. */
export function toPost(
  fields: Fields<'posts'>,
  boards: ReadonlyMap<string, BoardKind>,
  keywords: KeywordReader,
): Corrected<PostRow> {
  const corrections: string[] = [];
  const kind = boards.get(fields.postBID);
  if (!kind) throw new Refusal(`there is no building ${fields.postBID}`);
  const title = requireText('postTitle', normalizeText(fields.postTitle).trim(), TEXT_MAX.title);
  const contents = readContents(fields.contentsList, fields.formatList ?? []);
  const body = requireText('contentsList', contents.text, TEXT_MAX.body);
  const images = contents.images.slice(0, PICTURES_MAX);
  if (images.length < contents.images.length)
    corrections.push(`contentsList has more than ${PICTURES_MAX} images; the first ${PICTURES_MAX} stay`);
  const read = keywords.read(fields.keyword ?? [], kind);
  if (read.dropped.length > 0) corrections.push(`keyword leaves out ${read.dropped.join(', ')}`);
  const post: ImportedPost = {
    ...rowIdentity('posts', fields.id),
    buildingId: fields.postBID,
    authorId: fields.postUID ? rowIdentity('users', fields.postUID).id : null,
    title,
    body,
    keywords: read.keywords,
    pictures: [],
    createdAt: fields.postCreatedTime,
    likerIds: [],
    likeBase: fields.postGood,
    reportCount: fields.postReport,
    scrapperIds: [
      ...new Set(
        (fields.postScrappers ?? []).filter(isDocumentId).map((user) => rowIdentity('users', user).id),
      ),
    ],
  };
  const described = images.map((reference, place) => ({
    reference,
    description: readDescription(fields.imageDescriptions?.[place] ?? ''),
  }));
  return { row: { post, images: described, awaitedAuthorId: null }, corrections };
}

/** Truncates a long description instead of rejecting the post. */
function readDescription(description: string): string {
  const points = [...normalizeText(description).trim()];
  return points.slice(0, PICTURE_DESCRIPTION_MAX).join('').trim();
}

/** Splits contents by the formats; by default text first, then images and data URLs. */
function readContents(contents: readonly string[], formats: readonly string[]) {
  const [texts, images]: [string[], string[]] = [[], []];
  contents.forEach((item, place) => {
    const usual = place === 0 && !isDataUrl(item) ? 'text' : 'image';
    const isImage = (formats[place] ?? usual) === 'image';
    if (!isImage) texts.push(item);
    else if (item !== '') images.push(item);
  });
  return { text: normalizeText(texts.join('\n')).trimEnd(), images };
}

/** @throws {Refusal} for a text above the import's limit. */
export function toReply(fields: Fields<'replies'>): Corrected<ImportedReply & { buildingId: string }> {
  const postId = rowIdentity('posts', fields.replyPID).id;
  const likers = (fields.replyLiker ?? []).map((liker) => normalizeText(liker).slice(0, 1_500));
  const row = {
    ...rowIdentity('replies', fields.id, postId),
    buildingId: fields.replyBID,
    postId,
    authorId: fields.replyUID ? rowIdentity('users', fields.replyUID).id : null,
    body: boundText('replyBody', normalizeText(fields.replyBody), TEXT_MAX.reply),
    parentId: fields.replyRID ? rowIdentity('replies', fields.replyRID, postId).id : null,
    likeCount: fields.replyGood,
    reportCount: fields.replyReport,
    likers: likers.length === 0 ? [LIKER_PLACEHOLDER] : likers,
    createdAt: fields.replyCreatedTime,
  };
  return { row, corrections: [] };
}

/** @throws {Refusal} without a title. */
export function toEvent(fields: Fields<'events'>): Corrected<ImportedNotice> {
  return toNotice('events', {
    id: fields.id,
    title: fields.eventTitle,
    body: fields.eventBody,
    createdAt: fields.eventCreatedTime,
  });
}

/** @throws {Refusal} without a title. */
export function toNotice(
  collection: 'events' | 'notices',
  fields: { id: string; title: string; body: string; createdAt: string },
): Corrected<ImportedNotice> {
  const name = collection === 'events' ? 'event' : 'notice';
  const row = {
    ...rowIdentity(collection, fields.id),
    title: requireText(`${name}Title`, normalizeText(fields.title).trim(), TEXT_MAX.title),
    body: boundText(`${name}Body`, normalizeText(fields.body).trimEnd(), TEXT_MAX.body),
    createdAt: fields.createdAt,
  };
  return { row, corrections: [] };
}

/** Returns a popular entry; its texts are always the post's [EN-07]. */
export function toHot(fields: Fields<'hots'>): Corrected<ImportedHot> {
  const row = {
    ...rowIdentity('hots', fields.id),
    postId: rowIdentity('posts', fields.hotPID).id,
    promotedAt: fields.hotCreatedTime,
  };
  return { row, corrections: [] };
}

function requireText(field: string, text: string, max: number): string {
  if (isBlank(text)) throw new Refusal(`${field} is empty`);
  return boundText(field, text, max);
}

function boundText(field: string, text: string, max: number): string {
  const length = countCodePoints(text);
  if (length > max) throw new Refusal(`${field} has ${length} characters, more than ${max}`);
  return text;
}

export interface DocumentTexts {
  timeZone: string;
  operatorLabel: string;
  /** Whether descriptions of images are written; the specification's documents have none. */
  official: boolean;
}

/** The copy deck's `author.unknown`. */
const NOBODY = '(알 수 없음)';

export type Document = Record<string, unknown>;

/** Returns a user's document, with both spellings of the right. */
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

/** Returns the document of a building or special board. */
export function fromBuilding(row: BoardRow): Document {
  return {
    id: row.id,
    buildingName: row.name,
    buildingCategory: row.category,
    buildingInfo: row.info,
  };
}

/** Returns a post's document: a marker without keywords, null without scraps [EN-04]. */
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

/** Returns a picture's path, the same in store and export. */
export function imageFile(path: string): string {
  return `${path}/large.webp`;
}

/** Returns the document of a reply; the writer adds its id. */
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

/** Returns the document of an event, without its picture. */
export function fromEvent(row: ExportedNotice, texts: DocumentTexts): Document {
  return {
    id: row.document_id,
    eventTitle: row.title,
    eventBody: row.body,
    eventCreatedTime: toDocumentTime(row.created_micros, texts.timeZone),
  };
}

/** Returns the document of a notice. */
export function fromNotice(row: ExportedNotice, texts: DocumentTexts): Document {
  return {
    id: row.document_id,
    noticeTitle: row.title,
    noticeBody: row.body,
    noticeCreatedTime: toDocumentTime(row.created_micros, texts.timeZone),
  };
}

/** Returns a popular entry's document; the writer adds the id. */
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
