import type { Reply } from '@madang/contract/replies/schema';
import { type ReactNode, useState } from 'react';
import { ReplyEditor } from './reply-editor.tsx';
import { ReplyMenu } from './reply-menu.tsx';

export interface OwnReplyProps {
  reply: Reply;
  /** Replaces the reply by the saved one. */
  changeReply: (reply: Reply) => void;
  /** Refetches the replies. */
  refresh: () => Promise<void>;
  /** Byline and actions. */
  head: ReactNode;
  foot: ReactNode;
  /** Text of the reply. */
  children: ReactNode;
}

/** Renders the user's own reply: its text or editor, and its menu. */
export function OwnReply({ reply, changeReply, refresh, head, foot, children }: OwnReplyProps) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      {head}
      {editing ? (
        <ReplyEditor
          reply={reply}
          onSaved={(edited) => {
            changeReply(edited);
            setEditing(false);
          }}
          onClose={() => setEditing(false)}
          onReopen={() => setEditing(true)}
        />
      ) : (
        <>
          {children}
          <ReplyMenu reply={reply} onEdit={() => setEditing(true)} onChange={() => void refresh()} />
        </>
      )}
      {foot}
    </>
  );
}
