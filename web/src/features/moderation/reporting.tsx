// One chunk for other users' content, with the same exports as the one for own content.
import type { Post } from '@madang/contract/posts/schema';
import type { ReactNode } from 'react';
import { copy } from '../../copy.ko.ts';
import menu from '../posts/own-content.module.css';
import type { OwnReplyProps } from '../replies/own-reply.tsx';
import { useSession } from '../session/session.ts';
import { Folded } from '../posts/folded.tsx';
import { LateTicket } from '../tickets/late-ticket.tsx';
import { ReportMenu } from './report-menu.tsx';
import type { Target } from './report-queries.ts';

export interface ToolsOfPost {
  post: Pick<Post, 'id' | 'buildingId'> & Partial<Pick<Post, 'authorId' | 'contents'>>;
}

/** Renders a collapsed post of a blocked author. */
function FoldedPost({ post: { id, authorId }, children }: ToolsOfPost & { children: ReactNode }) {
  return <Folded thing={{ kind: 'post', id, authorId }}>{children}</Folded>;
}

/** Renders a menu to report a post or a picture, or to block the author. */
function PostMenu({ post }: ToolsOfPost) {
  const pictures = (post.contents ?? []).flatMap((content): Target[] => {
    const id = content.format === 'image' ? /\/images\/posts\/([^/]+)\//.exec(content.image)?.[1] : undefined;
    return id === undefined ? [] : [{ kind: 'picture', id, postId: post.id }];
  });
  return (
    <ReportMenu
      title={copy['report.menu']}
      postId={post.id}
      authorId={post.authorId}
      things={[{ kind: 'post', id: post.id }, ...pictures]}
    />
  );
}

/** Renders another user's reply with its menu, collapsed if the author is blocked. */
export function OwnReply({ reply, head, foot, children }: OwnReplyProps) {
  const { blocked } = useSession();
  const { id, authorId } = reply;
  const whole = (
    <>
      {head}
      {children}
      <ReportMenu
        title={copy['report.menu.reply']}
        postId={reply.postId}
        authorId={authorId}
        things={[{ kind: 'reply', id }]}
        number={reply.number}
        className={menu['reply']}
      />
      {foot}
    </>
  );
  // By the author's id, which every reply includes: live replies collapse at once.
  if (!authorId || !blocked?.includes(authorId)) return whole;
  return <Folded thing={{ kind: 'reply', id, authorId }}>{whole}</Folded>;
}

export { FoldedPost as Folded, LateTicket as Ticket, PostMenu as Menu };
