import type { ReactNode } from 'react';
import { lateModule } from '../../lib/use-module.ts';
import { useLatePart } from '../campus/use-late-part.ts';
import type { ToolsOfPost } from '../moderation/reporting.tsx';
import { useUser } from '../session/session.ts';
import type { OwnReplyProps } from './own-reply.tsx';

/** Tools that both chunks export. */
interface Tools {
  Menu: (props: ToolsOfPost) => ReactNode;
  /** Only for other users' content. */
  Folded?: (props: ToolsOfPost & { children: ReactNode }) => ReactNode;
  /** Renders a ticket. */
  Ticket: (props: { id: string; buildingId: string }) => ReactNode;
  OwnReply: (props: OwnReplyProps) => ReactNode;
}

const own = lateModule(() => import('../moderation/own-content.ts'));
const others = lateModule(() => import('../moderation/reporting.tsx'));
const hidden = lateModule(() => import('../moderation/hidden.tsx'));

/** Returns the tools for own content (edit, delete) or for other content (report, collapse). */
export function useTools(authorId: string | null | undefined) {
  const isOwn = useUser().id === authorId;
  return useLatePart<Tools>(isOwn ? own : others, authorId !== undefined).parts;
}

/** Returns the chunk with hidden-content notices and the bookmark button. */
export const useHidden = () => useLatePart(hidden).parts;

const late = lateModule(() => import('./threads.tsx'));

/** Returns whether replies are shown as threads, and the actions on them. */
export const useThreads = () => useLatePart(late);
