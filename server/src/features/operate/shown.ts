import type { EntryKind } from '@madang/contract/operate/entry-rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { noteImageRemoval } from '../../platform/images/image-removals.ts';
import {
  deleteEvent,
  deleteNotice,
  dropEventImage,
  eventImageKey,
  findEvent,
  findNotice,
  insertEvent,
  insertNotice,
  listEvents,
  listNotices,
  lockEntry,
  setImage,
  updateEvent,
  updateNotice,
} from '../bulletin/index.ts';
import {
  findFacilityNotice,
  hidePost,
  insertFacilityNotice,
  listFacilityNotices,
  lockPost,
  NOTICE_PICTURES,
  setNoticePicture,
  updateFacilityNotice,
} from '../posts/index.ts';

/** What everybody sees of an entry. */
export interface Shown {
  id: string;
  title: string;
  body: string;
  /** What its picture is known by. */
  mark: string | null;
  since: Date;
}

/** A picture, known by its mark; the sizes count where a post has it. */
export interface Picture {
  mark: string;
  width: number;
  height: number;
}

interface Text {
  id: string;
  title: string;
  body: string;
}

/** How one kind of entry is shown, by the same functions as the operator command's. */
export interface Stage {
  find(executor: Executor, id: string): Promise<Shown | undefined>;
  /** The same, and nobody changes it before the commit. */
  lock(transaction: Transaction, id: string): Promise<Shown | undefined>;
  /** Newest first. */
  list(executor: Executor): Promise<Shown[]>;
  /** Everybody sees it from now on. */
  show(transaction: Transaction, text: Text, picture: Picture | null): Promise<void>;
  /** The picture where it is another one, or none any more. */
  change(transaction: Transaction, text: Text, picture: Picture | null | undefined): Promise<void>;
  hide(transaction: Transaction, id: string): Promise<void>;
  /** Where a picture lies in the store. */
  pictureKey(id: string, mark: string): string;
  /** Notes that a picture is nobody's any more. */
  dropPicture(transaction: Transaction, id: string, mark: string): Promise<void>;
  pictureType: 'image/png' | 'image/webp';
}

const LIST_MAX = 200;

type BulletinRow = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

const shownRow = (row: BulletinRow | undefined): Shown | undefined =>
  row && {
    id: row.id,
    title: row.title,
    body: row.body,
    // An image whose mark nobody has looked up yet.
    mark: row.has_image ? (row.image_mark ?? 'unmarked') : null,
    since: row.created_at,
  };

const present = (shown: Shown | undefined): Shown[] => (shown ? [shown] : []);

function bulletinStage(
  table: 'events' | 'notices',
  work: {
    find: typeof findNotice;
    list: typeof listNotices;
    insert: (executor: Executor, text: Text) => Promise<void>;
    update: typeof updateNotice;
    remove: typeof deleteNotice;
  },
): Stage {
  return {
    find: async (executor, id) => shownRow(await work.find(executor, id)),
    lock: async (transaction, id) => shownRow(await lockEntry(transaction, table, id)),
    list: async (executor) => (await work.list(executor)).flatMap((row) => present(shownRow(row))),
    async show(transaction, text, picture) {
      await work.insert(transaction, text);
      if (picture) await setImage(transaction, table, text.id, picture.mark);
    },
    async change(transaction, { id, title, body }, picture) {
      await work.update(transaction, id, { title, body });
      if (picture !== undefined) await setImage(transaction, table, id, picture?.mark ?? null);
    },
    async hide(transaction, id) {
      await work.remove(transaction, id);
      await dropEventImage(transaction, id);
    },
    pictureKey: (id) => eventImageKey(id),
    dropPicture: (transaction, id) => dropEventImage(transaction, id),
    pictureType: 'image/png',
  };
}

const facilityRow = (row: Awaited<ReturnType<typeof findFacilityNotice>>): Shown | undefined =>
  row && row.hidden_at === null
    ? {
        id: row.id,
        title: row.title,
        body: row.body,
        mark: row.image_path?.split('/')[2] ?? null,
        since: row.created_at,
      }
    : undefined;

const noticeFolder = (mark: string) => `posts/${NOTICE_PICTURES}/${mark}`;
const asNoticePicture = ({ mark, width, height }: Picture) => ({ id: mark, width, height });

export const stages: Record<EntryKind, Stage> = {
  event: bulletinStage('events', {
    find: findEvent,
    list: listEvents,
    insert: (executor, text) => insertEvent(executor, { ...text, hasImage: false }),
    update: updateEvent,
    remove: deleteEvent,
  }),
  notice: bulletinStage('notices', {
    find: findNotice,
    list: listNotices,
    insert: insertNotice,
    update: updateNotice,
    remove: deleteNotice,
  }),
  'facility-notice': {
    find: async (executor, id) => facilityRow(await findFacilityNotice(executor, id)),
    async lock(transaction, id) {
      await lockPost(transaction, id);
      return facilityRow(await findFacilityNotice(transaction, id));
    },
    list: async (executor) =>
      (await listFacilityNotices(executor, LIST_MAX)).flatMap((row) => present(facilityRow(row))),
    async show(transaction, text, picture) {
      await insertFacilityNotice(transaction, text);
      if (picture) await setNoticePicture(transaction, text.id, asNoticePicture(picture));
    },
    async change(transaction, { id, title, body }, picture) {
      await updateFacilityNotice(transaction, id, { title, body });
      if (picture !== undefined) await setNoticePicture(transaction, id, picture && asNoticePicture(picture));
    },
    // Its picture stays: `post restore` brings it back.
    hide: async (transaction, id) => void (await hidePost(transaction, id)),
    pictureKey: (_, mark) => `${noticeFolder(mark)}/large.webp`,
    dropPicture: (transaction, _, mark) => noteImageRemoval(transaction, noticeFolder(mark)),
    pictureType: 'image/webp',
  },
};
