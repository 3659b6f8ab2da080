import {
  eventImageKey,
  findEntryIds,
  importEntries,
  type ImportedNotice,
} from '../../features/bulletin/index.ts';
import { findHotPosts, findPostBoards, importHots, type ImportedHot } from '../../features/posts/index.ts';
import { Refusal } from './collections.ts';
import { findEventImage } from './images.ts';
import { settleKnown, type ImportContext, type Stage } from './import-stage.ts';
import { toEvent, toHot, toNotice } from './to-rows.ts';

/** Events with their pictures. */
export function eventsStage({
  database,
  images,
  imageRoot,
  dry,
}: ImportContext): Stage<'events', ImportedNotice> {
  return {
    collection: 'events',
    size: 100,
    read: toEvent,
    async prepare(candidates) {
      const known = await findEntryIds(
        database,
        candidates.map(({ row }) => row.id),
      );
      for (const { row, corrections } of candidates) {
        if (known.has(row.id)) continue;
        const found = await findEventImage(imageRoot, row.sourceId ?? row.id);
        if (!found) continue;
        if ('problem' in found) {
          corrections.push(`${found.problem}; kept without image`);
          continue;
        }
        if (!dry) await images.put(eventImageKey(row.id), found.image);
        row.hasImage = true;
      }
    },
    settle: settleById(dry),
    write: (executor, rows) => importEntries(executor, 'event', rows),
    note: (seen, { id }) => seen.others.add(id),
  };
}

/** An entry is known by its id alone: to the database, or to the dry run that would have written it. */
function settleById(dry: ImportContext['dry']): Stage<'notices', ImportedNotice>['settle'] {
  return async (executor, candidates) => {
    const known = await findEntryIds(
      executor,
      candidates.map(({ row }) => row.id),
    );
    settleKnown(
      candidates,
      ({ id }) => id,
      (id) => known.has(id) || (dry?.others.has(id) ?? false),
    );
  };
}

/** Notices. */
export function noticesStage({ dry }: ImportContext): Stage<'notices', ImportedNotice> {
  return {
    collection: 'notices',
    size: 100,
    read: (fields) =>
      toNotice('notices', {
        id: fields.id,
        title: fields.noticeTitle,
        body: fields.noticeBody,
        createdAt: fields.noticeCreatedTime,
      }),
    settle: settleById(dry),
    write: (executor, rows) => importEntries(executor, 'notice', rows),
    note: (seen, { id }) => seen.others.add(id),
  };
}

/** Entries of popular posts. A post has one: a second one for it is there already. */
export function hotsStage({ dry }: ImportContext): Stage<'hots', ImportedHot> {
  return {
    collection: 'hots',
    size: 100,
    read: toHot,
    async settle(executor, candidates) {
      const rows = candidates.map(({ row }) => row);
      const known = await findHotPosts(executor, rows);
      settleKnown(
        candidates,
        ({ postId }) => postId,
        (postId) => known.postIds.has(postId) || (dry?.others.has(postId) ?? false),
      );
      settleKnown(
        candidates,
        ({ id }) => id,
        (id) => known.ids.has(id),
      );
      const boards = await findPostBoards(
        executor,
        rows.map(({ postId }) => postId),
      );
      for (const candidate of candidates)
        if (!boards.has(candidate.row.postId) && !dry?.postIds.has(candidate.row.postId))
          candidate.verdict = new Refusal('its post is not there');
    },
    write: importHots,
    note: (seen, { postId }) => seen.others.add(postId),
  };
}
