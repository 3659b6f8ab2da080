import { listEntryPictureKeys } from '../features/operate/index.ts';
import { listUploadKeys } from '../features/posts/index.ts';
import type { Executor } from '../platform/database/database.ts';

/** The keys of all pictures that rows speak of. */
export async function listPictureKeys(executor: Executor): Promise<string[]> {
  return [...(await listUploadKeys(executor)), ...(await listEntryPictureKeys(executor))];
}
