import type { Command } from 'commander';
import {
  deleteEvent,
  deleteNotice,
  dropEventImage,
  insertEvent,
  insertNotice,
  listEvents,
  listNotices,
  putEventImage,
  updateEvent,
  updateNotice,
} from '../../features/bulletin/index.ts';
import { DatabaseError, type Transaction } from '../../platform/database/database.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { addEntryCommands } from '../entries.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';

/** `event` and `notice`: what stands on the home screen [EN-06, RO-06]. */
export function addBulletinCommands(program: Command, run: Run): void {
  addEntryCommands(program, run, {
    name: 'event',
    description: 'events, with an image or without',
    takesImage: true,
    async insert(transaction, { images }, { image, ...event }) {
      await insertEvent(transaction, { ...event, hasImage: image !== null });
      if (image) await storeImage(transaction, images, event.id, image);
    },
    async update(transaction, { images }, id, { image, ...changes }) {
      const hasImage = image === undefined ? undefined : image !== null;
      if (!(await updateEvent(transaction, id, { ...changes, hasImage }))) return false;
      if (image) await storeImage(transaction, images, id, image);
      if (image === null) await dropEventImage(transaction, id);
      return true;
    },
    async remove(transaction, _, id) {
      await dropEventImage(transaction, id);
      return deleteEvent(transaction, id);
    },
    list: listEvents,
  });
  addEntryCommands(program, run, {
    name: 'notice',
    description: 'notices',
    takesImage: false,
    insert: (transaction, _, { id, title, body }) => insertNotice(transaction, { id, title, body }),
    update: (transaction, _, id, { title, body }) => updateNotice(transaction, id, { title, body }),
    async remove(transaction, _, id) {
      await dropEventImage(transaction, id);
      return deleteNotice(transaction, id);
    },
    // Only the web gives notices an image: without one nothing is said of it.
    list: async (executor) =>
      (await listNotices(executor)).map(({ has_image, ...notice }) =>
        has_image ? { ...notice, has_image } : notice,
      ),
  });
}

async function storeImage(
  transaction: Transaction,
  images: ImageStore,
  id: string,
  image: Buffer,
): Promise<void> {
  try {
    await putEventImage(transaction, images, id, image);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError(`the image could not be stored (${code ?? message}); see \`operator doctor\``);
  }
}
