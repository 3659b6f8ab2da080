import type { Campus } from '@madang/campus/campus';
import {
  emailProblem,
  isUniversityEmail,
  nameProblem,
  nicknameProblem,
  normalizeEmail,
  normalizeNickname,
} from '@madang/contract/accounts/rules';
import type { BoardKind } from '@madang/contract/posts/rules';
import { countCodePoints, isBlank, normalizeText } from '@madang/contract/text/rules';
import { PICTURE_DESCRIPTION_MAX, PICTURES_MAX } from '@madang/contract/uploads/rules';
import type { ImportedUser } from '../../features/accounts/index.ts';
import type { ImportedNotice } from '../../features/bulletin/index.ts';
import type { BoardRow } from '../../features/campus/index.ts';
import type { ImportedHot, ImportedPost } from '../../features/posts/index.ts';
import { LIKER_PLACEHOLDER, type ImportedReply } from '../../features/replies/index.ts';
import { Refusal } from './collections.ts';
import { isDocumentId, rowIdentity } from './identity.ts';
import { isDataUrl } from './images.ts';
import type { KeywordReader } from './keywords.ts';
import { TEXT_MAX, type Fields } from './schema.ts';

/** A row made of a document, and what had to be changed or left out so that the rest could stay. */
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
 * The account and profile of a user document. It comes without password; anyone who has the writing right has
 * verified the address or, at another domain, has the operator's word.
 *
 * @throws {Refusal} when the address is none: its owner could never sign in.
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

/** A nickname that the rules refuse gives way to 학생 and digits, the same every time. */
function readNickname(nickname: string, id: string, campus: Campus, corrections: string[]): string {
  if (nicknameProblem(nickname, campus.settings.reservedNicknames) === null)
    return normalizeNickname(nickname);
  const digits = Number.parseInt(id.slice(0, 8), 16) % 100_000_000;
  const made = `학생${String(digits).padStart(8, '0')}`;
  corrections.push(`userNickname cannot be used; ${made} stands in for it`);
  return made;
}

/** @throws {Refusal} without a name, or when the category is none of the campus. */
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

/** A post whose references and picture are still to be looked up. */
export interface PostRow {
  post: ImportedPost;
  /** What the contents list says of the pictures, and what can be seen in each. */
  images: { reference: string; description: string }[];
  /** Whose the post is once they come. */
  awaitedAuthorId: string | null;
}

/** @throws {Refusal} when there is no such board, or no title or text to show. */
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

/** A description is worth having, but no post is refused for it: what is too long is cut. */
function readDescription(description: string): string {
  const points = [...normalizeText(description).trim()];
  return points.slice(0, PICTURE_DESCRIPTION_MAX).join('').trim();
}

/** By the format list; where it says nothing, the first item is the text, the second and any data URL the image. */
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

/** @throws {Refusal} when the text is longer than what an import takes. */
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

/** A popular post's entry: its title, nickname and content are the post's, whatever the document says [EN-07]. */
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
