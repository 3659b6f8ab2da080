/** The collections of the document format, in the order in which references resolve. */
export const COLLECTIONS = ['users', 'buildings', 'posts', 'replies', 'events', 'notices', 'hots'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** One document as it was read. */
export interface SourceDocument {
  /** Where it stands, e.g. `buildings/main-hall/posts/abc/replies/x`, or its line when it has no id. */
  path: string;
  fields: Record<string, unknown>;
}

/** A document that is not taken over; the message is the reason for the report. */
export class Refusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Refusal';
  }
}

/** The path of a document in the document database. */
export function pathOf(
  collection: Collection,
  ids: { id: string; building?: string; post?: string },
): string {
  const { id, building = '?', post = '?' } = ids;
  if (collection === 'posts') return `buildings/${building}/posts/${id}`;
  if (collection === 'replies') return `buildings/${building}/posts/${post}/replies/${id}`;
  return `${collection}/${id}`;
}
