import { EDITS_MAX } from '@madang/contract/posts/rules';
import type { Reply } from '@madang/contract/replies/schema';
import { Pencil, Trash2 } from 'lucide';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { deleteDraft, draftKey, readText, writeDraft } from '../../lib/drafts.ts';
import { useSheet } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { NewerText, useNewer } from '../posts/draft-notes.tsx';
import styles from '../posts/own-content.module.css';
import { MenuRow, OwnMenu, useDeletion } from '../posts/own-menu.tsx';
import { useUser } from '../session/session.ts';
import { describeReply } from './use-reply-draft.ts';

export interface ReplyMenuProps {
  reply: Reply;
  onEdit: () => void;
  /** Refetches the replies. */
  onChange: () => void;
}

/** Renders the menu to edit or delete the user's own reply. */
export function ReplyMenu({ reply, onEdit, onChange }: ReplyMenuProps) {
  const sheet = useSheet(`own-reply-${reply.id}`);
  const deletion = useDeletion({
    of: 'replies',
    id: reply.id,
    done: copy['own.deleted.reply'],
    onGone() {
      sheet.close();
      onChange();
    },
    onBack: onChange,
  });
  return (
    <OwnMenu title={copy['own.menu.reply']} sheet={sheet} className={styles.reply}>
      <MenuRow
        icon={Pencil}
        label={copy['own.edit']}
        onClick={() => {
          sheet.close();
          onEdit();
        }}
      />
      <MenuRow icon={Trash2} label={copy['own.delete']} grave {...deletion} />
    </OwnMenu>
  );
}

export interface ReplyEditorProps {
  reply: Reply;
  onSaved: (reply: Reply) => void;
  onClose: () => void;
  /** Reopens the editor with the typed text. */
  onReopen: () => void;
}

type Base = Pick<Reply, 'revision' | 'body'>;

function useReplyEdit({ reply, onSaved, onClose, onReopen }: ReplyEditorProps) {
  const key = draftKey(useUser().id, `reply/${reply.id}`);
  const [body, setBody] = useState(() => readText(key) ?? reply.body);
  const commentRequired = useOfficial();
  const { describeError } = useProblemText();
  const { busy, send } = useWrite({
    write: (revision: number) =>
      call('PUT /api/replies/{id}', { path: { id: reply.id }, body: { revision, body } }),
    onSuccess: (edited) => {
      deleteDraft(key);
      onSaved(edited);
      showToast(copy['own.saved']);
    },
    onError: (error) => {
      if (isRefusal(error, 'edit.outdated') && error.newer) conflict.ask(error.newer);
      else if (isRefusal(error, 'edit.limit')) showToast(fillCopy(copy['own.limit'], { n: EDITS_MAX }));
      else if (isRefusal(error, 'resource.missing')) showToast(copy['own.gone']);
      else showToast(describeError(error));
    },
  });

  function change(text: string): void {
    setBody(text);
    writeDraft(key, text);
  }

  const conflict = useNewer({ values: body, fill: change }, (newer: Base) => newer.body);
  // The text when the editor opened: a newer text that arrives live was not edited here.
  const [stored] = useState<Base>(reply);
  const base = conflict.newer ?? stored;

  /** Closes the editor. The typed text can be restored while the toast is shown. */
  function close(): void {
    deleteDraft(key);
    onClose();
    if (body === base.body) return;
    const bringBack = (): void => {
      writeDraft(key, body);
      onReopen();
    };
    showToast(copy['draft.discarded'], { label: copy['action.undo'], run: bringBack });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const problem = describeReply(body, commentRequired);
    if (problem) showToast(problem);
    else if (body === base.body) close();
    else send(base.revision);
  }

  return { body, base, conflict, busy, change, close, submit, send };
}

/** Renders a reply's editor; the device keeps the text until saved or closed by hand. */
export function ReplyEditor(props: ReplyEditorProps) {
  const { body, base, conflict, busy, change, close, submit, send } = useReplyEdit(props);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const field = input.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  return (
    <form className="flex-col gap-2" onSubmit={submit}>
      <textarea
        ref={input}
        className={`rounded text-body ${styles.input}`}
        dir="auto"
        aria-label={copy['own.reply.input']}
        value={body}
        onChange={(event) => change(event.target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          // The Escape of a composition belongs to the input method.
          if (key === 'Escape' && !nativeEvent.isComposing) close();
        }}
      />
      {conflict.asking ? (
        <NewerText text={base.body} onMine={() => send(base.revision)} onTheirs={conflict.takeTheirs} />
      ) : (
        <div className={styles.choices}>
          <Button look="plain" onClick={close}>
            {copy['own.delete.cancel']}
          </Button>
          <Button type="submit" busy={busy}>
            {copy['own.save']}
          </Button>
        </div>
      )}
    </form>
  );
}
