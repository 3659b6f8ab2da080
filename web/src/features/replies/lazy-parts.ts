import type { ReactNode } from 'react';
import { lazyModule } from '../../lib/use-module.ts';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import type { ToolsOfPost } from '../moderation/reporting.tsx';
import type { Writing } from '../posts/folded.tsx';
import { useUser } from '../session/session.ts';
import type { ReplyEditorProps, ReplyMenuProps } from './own-reply.tsx';

/** Tools that both chunks export. */
interface Tools {
  Menu: (props: ToolsOfPost) => ReactNode;
  /** Only for other users' content. */
  Folded?: (props: { thing: Writing; children: ReactNode }) => ReactNode;
  /** Renders a ticket. */
  Ticket: (props: { id: string; buildingId: string }) => ReactNode;
  ReplyMenu: (props: ReplyMenuProps) => ReactNode;
  /** Only for own content. */
  ReplyEditor?: (props: ReplyEditorProps) => ReactNode;
}

const own = lazyModule(() => import('../moderation/own-content.ts'));
const others = lazyModule(() => import('../moderation/reporting.tsx'));
const hidden = lazyModule(() => import('../moderation/hidden.tsx'));

/** Returns the tools for own content (edit, delete) or for other content (report, collapse). */
export function useTools(authorId: string | null | undefined) {
  const isOwn = useUser().id === authorId;
  return useLazyModule<Tools>(isOwn ? own : others, authorId !== undefined).parts;
}

/** Returns the chunk with the notices of hidden content. */
export const useHidden = () => useLazyModule(hidden).parts;

const late = lazyModule(() => import('./threads.tsx'));

/** Returns whether replies are shown as threads, and the actions on them. */
export const useThreads = () => useLazyModule(late);
