import type { Reply } from '@madang/contract/replies/schema';
import { Pencil, Trash2 } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { useSheet } from '../../components/use-sheet.ts';
import { MenuRow, OwnMenu } from '../posts/own-menu.tsx';
import styles from '../posts/own-content.module.css';
import { useDeletion } from '../posts/use-deletion.ts';

interface ReplyMenuProps {
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
