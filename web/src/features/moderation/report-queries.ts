import { queryOptions } from '@tanstack/react-query';
import type { ReportReason } from '@madang/contract/moderation/rules';
import { ask, call } from '../../lib/api.ts';

/** Reportable target: a post, a reply, or one picture of a post by its upload. */
export type Target = { kind: 'post' | 'reply'; id: string } | { kind: 'picture'; id: string; postId: string };

/** Returns the query of the user's reports of a post and its replies. */
export function ownReportsQuery(postId: string) {
  return queryOptions({
    queryKey: ['own-reports', postId],
    ...ask('GET /api/posts/{id}/own-reports', { path: { id: postId } }, ({ reports }) => reports),
    staleTime: 0,
  });
}

export async function sendReport(thing: Target, body: { reason: ReportReason; note: string }): Promise<void> {
  if (thing.kind === 'picture')
    await call('PUT /api/posts/{id}/pictures/{uploadId}/report', { ...at(thing), body });
  else if (thing.kind === 'post') await call('PUT /api/posts/{id}/report', { ...at(thing), body });
  else await call('PUT /api/replies/{id}/report', { ...at(thing), body });
}

export async function withdrawReport(thing: Target): Promise<void> {
  if (thing.kind === 'picture') await call('DELETE /api/posts/{id}/pictures/{uploadId}/report', at(thing));
  else if (thing.kind === 'post') await call('DELETE /api/posts/{id}/report', at(thing));
  else await call('DELETE /api/replies/{id}/report', at(thing));
}

/** Returns the path parameters of a target; only a picture's call uses the upload. */
function at(thing: Target): { path: { id: string; uploadId: string } } {
  return { path: { id: 'postId' in thing ? thing.postId : thing.id, uploadId: thing.id } };
}
