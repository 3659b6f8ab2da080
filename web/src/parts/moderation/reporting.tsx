// One chunk: fetched when something that others wrote is on the screen. It has the same parts as one's own has.
import type { Post } from '@madang/contract/posts/schema';
import type { Reply } from '@madang/contract/replies/schema';
import type { ReactNode } from 'react';
import { copy } from '../../copy.ko.ts';
import menu from '../own-content/own-content.module.css';
import { ReportMenu } from './report-menu.tsx';
import type { Thing } from './report-queries.ts';

export interface ToolsOfPost {
  post: Pick<Post, 'id' | 'buildingId'> & { contents?: Post['contents'] };
}

/** Reports a post or one of its pictures. */
export function PostMenu({ post }: ToolsOfPost) {
  const pictures = (post.contents ?? []).flatMap((content): Thing[] => {
    const id = content.format === 'image' ? /\/images\/posts\/([^/]+)\//.exec(content.image)?.[1] : undefined;
    return id === undefined ? [] : [{ kind: 'picture', id, postId: post.id }];
  });
  return (
    <ReportMenu
      title={copy['report.menu']}
      postId={post.id}
      things={[{ kind: 'post', id: post.id }, ...pictures]}
      className={menu['post']}
    />
  );
}

/** A reply of somebody else, with what reports it. */
export function OwnReply({ reply, children }: { reply: Reply; children: ReactNode }) {
  return (
    <>
      {children}
      <ReportMenu
        title={copy['report.menu.reply']}
        postId={reply.postId}
        things={[{ kind: 'reply', id: reply.id }]}
        number={reply.number}
        className={menu['reply']}
      />
    </>
  );
}
