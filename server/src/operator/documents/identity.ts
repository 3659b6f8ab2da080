import { NIL, v5 as uuidv5 } from 'uuid';
import type { Collection } from './collections.ts';

/** Never to be changed: what was imported is found again by them. */
const NAMESPACES = {
  users: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f01',
  posts: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f02',
  replies: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f03',
  events: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f04',
  notices: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f05',
  hots: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f06',
  uploads: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f07',
  points: 'd54c1ea6-0d0e-4c5a-8a49-5b7a4b3c1f08',
} as const satisfies Partial<Record<Collection | 'uploads' | 'points', string>>;

/** The id of a row that documents give no id of its own: the same name gives the same one every time. */
export function derivedId(namespace: keyof typeof NAMESPACES, name: string): string {
  return uuidv5(name, NAMESPACES[namespace]);
}

/** The row of a document: an id of our own stays, any other text gives one that is the same every time. */
export interface RowIdentity {
  id: string;
  /** The document's id, where it is not the row's. */
  sourceId: string | null;
}

/** The row that a document id names; `within` is the row id of the post that a reply belongs to. */
export function rowIdentity(
  collection: keyof typeof NAMESPACES,
  documentId: string,
  within?: string,
): RowIdentity {
  if (isOwnId(documentId)) return { id: documentId, sourceId: null };
  const name = within === undefined ? documentId : `${within}/${documentId}`;
  return { id: derivedId(collection, name), sourceId: documentId };
}

/** A UUID as this database prints it; the nil one is nobody's, every page begins after it. */
export function isOwnId(text: string): boolean {
  return text !== NIL && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/**
 * Whether a text can be a document's id: the document database's own rule, and no character that a line of
 * a report or PostgreSQL could not carry.
 */
export function isDocumentId(text: string): boolean {
  return (
    text !== '' &&
    text !== '.' &&
    text !== '..' &&
    Buffer.byteLength(text) <= 1_500 &&
    !/[/\p{Cc}\p{Cs}]/u.test(text) &&
    !/^__.*__$/.test(text)
  );
}
