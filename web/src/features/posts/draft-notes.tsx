import type { RefObject } from 'react';
import { lateModule, useModule } from '../../lib/use-module.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import type { useDraft } from '../../lib/use-draft.ts';
import type { useNewer } from './use-newer.ts';

interface DraftNotesProps {
  form: { busy: boolean; form: { ref: RefObject<HTMLFormElement | null> } };
  draft: Pick<ReturnType<typeof useDraft>, 'restored' | 'discard'>;
  /** Text of the note about a restored draft. */
  text: string;
  conflict: ReturnType<typeof useNewer<unknown, { title?: string | undefined; body: string }>>;
}

// Rarely needed: two tabs must save the same content.
const late = lateModule(() => import('./newer-text.tsx'));

/** Renders the notes of an edit form: restored draft, and the choice between two saved versions. */
export function DraftNotes({ form, draft, text, conflict: { newer, asking, takeTheirs } }: DraftNotesProps) {
  const parts = useModule(late, asking);
  return (
    <>
      {draft.restored && !form.busy ? <DraftNote text={text} onDiscard={draft.discard} /> : null}
      {newer && parts ? (
        <parts.NewerText
          title={newer.title}
          text={newer.body}
          onMine={() => form.form.ref.current?.requestSubmit()}
          onTheirs={takeTheirs}
        />
      ) : null}
    </>
  );
}
