import type { Campus } from '@madang/campus/campus';
import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import { placeKeyword } from '@madang/contract/campus/rules';
import { mondayOf } from '@madang/contract/places/meals';
import { IMAGE_BYTES_MAX } from '@madang/contract/posts/rules';
import type { Database } from '../../database/database.ts';
import { declaredSize, readBody, skipBody } from '../../http/body.ts';
import { isCurrent } from '../../http/cache.ts';
import { ProblemError } from '../../http/problem.ts';
import { EncodedAnswer, type Router } from '../../http/router.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import type { Counter } from '../analytics/index.ts';
import { listBuildings, readNicknames } from '../campus/index.ts';
import { listBookmarks, presentBookmarks, setBookmark } from './bookmarks.ts';
import {
  boardTag,
  HOTS_TAG,
  KEYWORDS_TAG,
  LATEST_TAG,
  popularTag,
  postTag,
  SOLVED_TAG,
  tagsOfHots,
  tagsOfPage,
} from './cache-tags.ts';
import { deletePost, editPost, type EditsDependencies, readEditablePost, undoPostDeletion } from './edits.ts';
import { isNoticePicture } from './facility-notices.ts';
import { decodeCursor, type PageEnd, presentList, presentPage, presentWritten } from './json.ts';
import { setLike } from './likes.ts';
import {
  type BuildingPatterns,
  findHot,
  listBookmarked,
  listByAuthor,
  listByKeyword,
  listHots,
  listLatest,
  listPopular,
  listRecent,
  listReplied,
  readHome,
  readView,
} from './lists.ts';
import { findMarks } from './marks.ts';
import { ANY_KEYWORD, FESTIVAL_SCOPE, findPostJson, type PostsDependencies, writePost } from './posts.ts';
import {
  findOwnerOfVisible,
  hashClient,
  NOTICE_PICTURES,
  pictureAddress,
  storeUpload,
  type UploadDependencies,
  uploadPath,
} from './uploads.ts';

/** Registers the routes of boards, posts, likes, lists across boards and pictures. */
export function registerPosts(
  router: Router,
  dependencies: PostsDependencies &
    EditsDependencies &
    UploadRouteDependencies & { counter: Counter; official: boolean },
): void {
  const { database, campus } = dependencies;
  const { operatorLabel } = campus.settings;
  registerBrowsing(router, dependencies);
  registerUploads(router, dependencies);
  registerOwnPosts(router, dependencies);

  router.share('GET /api/buildings/{buildingId}/posts', async ({ path, query }) => {
    const popular = query.order === 'popular';
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, popular);
    const list = popular ? listPopular : listRecent;
    const page = await list(database, operatorLabel, path.buildingId, after);
    if (!page) throw new ProblemError('resource.missing');
    const order = (popular ? popularTag : boardTag)(path.buildingId);
    return { json: presentPage(page), tags: after ? null : () => [order, ...tagsOfPage(page)] };
  });

  router.handle(
    'POST /api/buildings/{buildingId}/posts',
    async ({ session, path, body }) =>
      new EncodedAnswer(presentWritten(await writePost(dependencies, session, path.buildingId, body))),
  );

  router.share('GET /api/posts/latest', async () => {
    const page = await listLatest(database, operatorLabel);
    return { json: presentList(page), tags: () => [LATEST_TAG, ...tagsOfPage(page)] };
  });

  router.handle('GET /api/posts/marks', ({ session, query }) =>
    findMarks(database, session.userId, query.ids, dependencies.official),
  );

  router.share('GET /api/posts/{id}', async ({ path }) => {
    const json = await findPostJson(database, operatorLabel, path.id);
    if (!json) throw new ProblemError('resource.missing');
    return { json, tags: () => [postTag(path.id)] };
  });

  router.handle('PUT /api/posts/{id}/like', ({ session, path }) =>
    setLike(dependencies, session, path.id, true),
  );

  router.handle('DELETE /api/posts/{id}/like', ({ session, path }) =>
    setLike(dependencies, session, path.id, false),
  );

  router.handle('PUT /api/posts/{id}/scrap', ({ session, path }) =>
    setBookmark(dependencies, session, path.id, true),
  );

  router.handle('DELETE /api/posts/{id}/scrap', ({ session, path }) =>
    setBookmark(dependencies, session, path.id, false),
  );
}

function registerBrowsing(
  router: Router,
  dependencies: { database: Database; campus: Campus; official: boolean },
): void {
  const { database, official } = dependencies;
  const { settings } = dependencies.campus;
  const { operatorLabel: label } = settings;

  router.handle('GET /api/profile/posts', async ({ session: { userId }, query }) => {
    const page = await listByAuthor(database, label, userId, readEnd(query), official);
    return new EncodedAnswer(presentPage(page));
  });

  router.handle('GET /api/profile/replied', async ({ session: { userId }, query }) => {
    const page = await listReplied(database, label, userId, readEnd(query));
    return new EncodedAnswer(presentPage(page));
  });

  router.handle('GET /api/profile/scraps', async ({ session: { userId }, query }) => {
    const after = readEnd(query);
    if (official)
      return new EncodedAnswer(presentBookmarks(await listBookmarks(database, label, userId, after)));
    return new EncodedAnswer(presentPage(await listBookmarked(database, label, userId, after)));
  });

  const browse = async (mark: { scopes: readonly string[]; keyword: string }, query: PageQuery) => {
    const after = readEnd(query);
    const page = await listByKeyword(database, label, mark, after);
    return { json: presentPage(page), tags: after ? null : () => [KEYWORDS_TAG, ...tagsOfPage(page)] };
  };

  router.share('GET /api/festival/posts', ({ query }) => {
    const keyword = [ANY_KEYWORD, ...settings.festivalKeywords][Number(query.filter)] ?? ANY_KEYWORD;
    return browse({ scopes: [FESTIVAL_SCOPE], keyword }, query);
  });

  router.share('GET /api/keywords/{keywordId}/{categoryId}/posts', async ({ path, query }) => {
    const keyword = settings.keywords[path.keywordId - 1];
    const categories = settings.keywordCategories.filter(
      ({ id }) => (official && path.categoryId === 0) || id === path.categoryId,
    );
    if (!keyword || categories.length === 0) throw new ProblemError('resource.missing');
    const scopes = categories.map(({ category }) => category);
    return browse({ scopes, keyword: placeKeyword(keyword, settings.placeWord) }, query);
  });

  router.share('GET /api/hots', async ({ query }) => {
    const after = readEnd(query);
    const page = await listHots(database, after);
    return { json: presentPage(page, 'hots'), tags: after ? null : () => [HOTS_TAG, ...tagsOfHots(page)] };
  });

  router.share('GET /api/hots/{id}', async ({ path }) => {
    const json = await findHot(database, path.id);
    if (!json) throw new ProblemError('resource.missing');
    return { json, tags: () => tagsOfHots({ items: json }) };
  });
}

type PageQuery = { cursor?: string | undefined };

function readEnd({ cursor }: PageQuery): PageEnd | null {
  return cursor === undefined ? null : decodeCursor(cursor, false);
}

/** Registers home's posts, for the feature `freshHome`. */
export function registerHome(
  router: Router,
  { database, campus, mealsTag }: { database: Database; campus: Campus; mealsTag: string },
): void {
  router.share('GET /api/home', async () => {
    const { operatorLabel, timeZone } = campus.settings;
    const monday = mondayOf(campusDay(campusClock(Date.now(), timeZone)));
    const { json, ids } = await readHome(database, operatorLabel, monday);
    // Every new post of any board changes the newest ones.
    return { json, tags: () => [LATEST_TAG, HOTS_TAG, mealsTag, ...ids.map(postTag)] };
  });
}

function registerOwnPosts(router: Router, dependencies: EditsDependencies): void {
  router.handle('GET /api/posts/{id}/edit', ({ session, path }) =>
    readEditablePost(dependencies, session, path.id),
  );

  router.handle(
    'PUT /api/posts/{id}',
    async ({ session, path, body }) =>
      new EncodedAnswer(await editPost(dependencies, session, path.id, body)),
  );

  router.handle('DELETE /api/posts/{id}', ({ session, path }) => deletePost(dependencies, session, path.id));

  router.handle('POST /api/posts/{id}/undo-deletion', ({ session, path }) =>
    undoPostDeletion(dependencies, session, path.id),
  );
}

/** Registers the posts of a building's view. */
export function registerView(router: Router, dependencies: { database: Database; campus: Campus }): void {
  const { database, campus } = dependencies;
  const { operatorLabel } = campus.settings;
  const nicknames = readNicknames(campus);
  router.share('GET /api/buildings/{buildingId}/view', async ({ path: { buildingId } }) => {
    const buildings = await listBuildings(database);
    const building = buildings.find(({ id }) => id === buildingId);
    if (!building) throw new ProblemError('resource.missing');
    const names = [building.name, ...(nicknames.get(buildingId) ?? [])];
    const patterns = patternsOf(
      names,
      buildings.map(({ name }) => name),
    );
    const { json, ids } = await readView(database, operatorLabel, buildingId, patterns);
    const boards = [buildingId, 'question'].map(boardTag);
    return { json, tags: () => [...boards, SOLVED_TAG, KEYWORDS_TAG, ...ids.map(postTag)] };
  });
}

/** Excludes longer building names: 의과대학 본관 is not 본관. */
function patternsOf(names: readonly string[], all: readonly string[]): BuildingPatterns {
  const longer = all.filter((one) => !names.includes(one) && names.some((name) => one.includes(name)));
  const either = (some: readonly string[]) =>
    some.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return { names: either(names), longer: longer.length > 0 ? either(longer) : null };
}

const IS_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type UploadRouteDependencies = UploadDependencies & { keys: InstallationKeys };

function registerUploads(router: Router, dependencies: UploadRouteDependencies): void {
  const { database, images, keys } = dependencies;

  router.handle('PUT /api/uploads/{id}', async ({ session, path, context, request }) => {
    const clientHash = hashClient(keys, request.clientAddress);
    const upload = { id: path.id, ownerId: session.userId, clientHash };
    const stored = await storeUpload(dependencies, upload, {
      size: declaredSize(request, IMAGE_BYTES_MAX),
      async read() {
        const bytes = await readBody(context, IMAGE_BYTES_MAX);
        await request.requireSession();
        return bytes;
      },
      skip: () => skipBody(context, IMAGE_BYTES_MAX),
    });
    return { id: path.id, image: pictureAddress(path.id, 'large.webp'), ...stored };
  });

  /**
   * Returns the owner of a picture that this user may see.
   *
   * @throws {ProblemError} `resource.missing`.
   */
  async function findOwner(upload: string, file: string, userId: string): Promise<string> {
    const known = IS_ID.test(upload) && /^(?:small|large)\.webp$/.test(file);
    const owner =
      known &&
      ((await findOwnerOfVisible(database, upload, userId)) ??
        ((await isNoticePicture(database, upload)) ? NOTICE_PICTURES : undefined));
    if (!owner) throw new ProblemError('resource.missing');
    return owner;
  }

  router.get('/images/posts/{upload}/{file}', async ({ env: request, req }, session) => {
    // The client deletes its cached picture (RFC 9111, 5.2.1.5), even if visible [PH-10].
    if (request.header('cache-control')?.includes('no-store'))
      return request.send(204, { 'Cache-Control': 'no-store' });
    const { upload = '', file = '' } = req.param();
    const owner = await findOwner(upload, file, session.userId);
    // A picture never changes: its address is the ETag. Proxies must not cache it.
    const headers = { 'Cache-Control': 'private, max-age=86400', ETag: `"${upload}-${file}"` };
    if (isCurrent(request.header('if-none-match'), headers.ETag)) return request.send(304, headers);
    return async () => {
      const bytes = await images.get(`${uploadPath(owner, upload)}/${file}`);
      if (!bytes) throw new ProblemError('resource.missing');
      request.send(200, { ...headers, 'Content-Type': 'image/webp' }, bytes);
    };
  });

  // Old address. Accepts any owner, so that clients cannot discover it.
  router.get('/images/posts/{owner}/{upload}/{file}', async ({ env: request, req }, session) => {
    const { owner = '', upload = '', file = '' } = req.param();
    if (!IS_ID.test(owner)) throw new ProblemError('resource.missing');
    await findOwner(upload, file, session.userId);
    request.send(308, { 'Cache-Control': 'no-store', Location: pictureAddress(upload, file) });
  });
}
