import type { ReactNode } from 'react';
import { lateModule } from '../../ui/use-module.ts';
import { useLatePart } from '../campus/use-late-part.ts';
import type { OwnReplyProps } from '../own-content/own-reply.tsx';
import { useUser } from '../session/session.ts';
import type { ToolsOfPost } from './reporting.tsx';

/** Both have the same parts. */
interface Tools {
  Menu: (props: ToolsOfPost) => ReactNode;
  /** Of what others wrote alone. */
  Folded?: (props: ToolsOfPost & { children: ReactNode }) => ReactNode;
  /** Of a ticket. */
  Ticket: (props: { id: string; buildingId: string }) => ReactNode;
  OwnReply: (props: OwnReplyProps) => ReactNode;
}

const own = lateModule(() => import('../own-content/own-content.ts'));
const others = lateModule(() => import('./reporting.tsx'));
const hidden = lateModule(() => import('./hidden.tsx'));

/** What users can do about a post or reply: edit and delete their own, report what others wrote, or fold it. */
export function useTools(authorId: string | null | undefined) {
  const isOwn = useUser().id === authorId;
  return useLatePart<Tools>(isOwn ? own : others, authorId !== undefined).parts;
}

/** What says that something was hidden, and what bookmarks a post: one chunk. */
export const useHidden = () => useLatePart(hidden).parts;
