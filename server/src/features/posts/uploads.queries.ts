import type { Executor } from '../../platform/database/database.ts';

export interface UploadRow {
  owner_id: string;
  post_id: string | null;
  /** The amenity that its owner's voice is about. */
  amenity_id: string | null;
  width: number;
  height: number;
}

/** An upload, attached or not. */
export function findUpload(executor: Executor, id: string): Promise<UploadRow | undefined> {
  return executor.first<UploadRow>(
    'SELECT owner_id, post_id, amenity_id, width, height FROM uploads WHERE id = $1',
    [id],
  );
}

/** Whether the user of this id is still there. */
export async function isOwnerThere(executor: Executor, ownerId: string): Promise<boolean> {
  return (await executor.first('SELECT id FROM users WHERE id = $1', [ownerId])) !== undefined;
}

/** False when the id is taken already. */
export async function insertUpload(
  executor: Executor,
  upload: { id: string; ownerId: string; width: number; height: number; bytes: number; clientHash: Buffer },
): Promise<boolean> {
  const added = await executor.change(
    `INSERT INTO uploads (id, owner_id, width, height, bytes, client_hash) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT ON CONSTRAINT uploads_pkey DO NOTHING`,
    [upload.id, upload.ownerId, upload.width, upload.height, upload.bytes, upload.clientHash],
  );
  return added === 1;
}

/**
 * Whose picture it is, when this user may see it: their own unused one, any on a post that can be seen, unless an edit
 * took it out, and for operators what shows that an amenity is gone.
 */
export async function findOwnerOfVisible(
  executor: Executor,
  id: string,
  userId: string,
): Promise<string | undefined> {
  const row = await executor.first<{ owner_id: string }>(
    `SELECT uploads.owner_id FROM uploads LEFT JOIN posts ON posts.id = uploads.post_id
      WHERE uploads.id = $1
        AND CASE WHEN uploads.post_id IS NULL THEN uploads.owner_id = $2
              OR uploads.amenity_id IS NOT NULL
                 AND EXISTS (SELECT 1 FROM roles WHERE roles.user_id = $2 AND role = 'operator')
            ELSE posts.hidden_at IS NULL AND uploads.removed_at IS NULL END`,
    [id, userId],
  );
  return row?.owner_id;
}

/**
 * Takes out the uploads that were not attached within a day, or are not any more; the caller notes their pictures for removal.
 * One that is just being taken is left alone.
 */
export function deleteUnusedUploads(executor: Executor): Promise<{ id: string; owner_id: string }[]> {
  return executor.rows(
    `DELETE FROM uploads
      WHERE id IN (SELECT id FROM uploads
                    WHERE post_id IS NULL AND amenity_id IS NULL AND created_at < now() - interval '1 day'
                      FOR UPDATE SKIP LOCKED)
      RETURNING id, owner_id`,
  );
}

/** Every upload, attached or not. */
export function listUploads(executor: Executor): Promise<{ id: string; owner_id: string }[]> {
  return executor.rows('SELECT id, owner_id FROM uploads ORDER BY id');
}
