import type { Reply } from '@madang/contract/replies/schema';
import { type ReactNode, useState } from 'react';
import { ReplyEditor } from './reply-editor.tsx';
import { ReplyMenu } from './reply-menu.tsx';

export interface OwnReplyProps {
  reply: Reply;
  /** Shows the reply as it was saved. */
  changeReply: (reply: Reply) => void;
  /** Reads the replies again. */
  refresh: () => Promise<void>;
  /** Who wrote it, and what one can do about it. */
  head: ReactNode;
  foot: ReactNode;
  /** Its text. */
  children: ReactNode;
}

/** An own reply: its text or the field that it is edited in, and its menu. */
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
