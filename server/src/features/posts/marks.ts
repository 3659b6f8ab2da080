import type { Executor } from '../../database/database.ts';

export interface MarksRow {
  liked: string[];
  scrapped: string[];
  folded?: string[];
}

export const MARKS = `
  SELECT ARRAY(SELECT post_id::text FROM likes WHERE user_id = $1 AND post_id = ANY ($2::uuid[])) AS liked,
         ARRAY(SELECT post_id::text FROM scraps WHERE user_id = $1 AND post_id = ANY ($2::uuid[])) AS scrapped`;

/** Also finds posts of blocked authors, for an index probe. Never collapses notices. */
export const FOLDED_MARKS = `${MARKS},
         CASE WHEN EXISTS (SELECT FROM blocks WHERE user_id = $1) THEN ARRAY(
           SELECT posts.id::text
             FROM posts JOIN blocks ON blocks.blocked_id = posts.author_id JOIN buildings ON buildings.id = posts.building_id
            WHERE posts.id = ANY ($2::uuid[]) AND blocks.user_id = $1 AND buildings.kind <> 'notice') END AS folded`;

/** Returns liked and bookmarked posts; `folds` adds those by blocked authors. */
export async function findMarks(
  executor: Executor,
  userId: string,
  postIds: readonly string[],
  folds = false,
): Promise<MarksRow> {
  const row = await executor.first<Omit<MarksRow, 'folded'> & { folded?: string[] | null }>(
    folds ? FOLDED_MARKS : MARKS,
    [userId, postIds],
  );
  const { liked = [], scrapped = [], folded } = row ?? {};
  return { liked, scrapped, ...(folded && folded.length > 0 ? { folded } : {}) };
}
