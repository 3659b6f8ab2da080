import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { buildingQuery } from '../campus/campus-queries.ts';
import { DraftNote } from '../posts/draft-notes.tsx';
import { useKeyboardInset } from '../../lib/page.ts';
import { Button } from '../../components/button.tsx';
import { BoardField } from './board-field.tsx';
import { KeywordField } from './keyword-field.tsx';
import { PicturePart, SendingPart } from './picture-part.tsx';
import { TextFields } from './text-fields.tsx';
import { useWriteForm } from './use-write-form.ts';
import forms from '../campus/form.module.css';

interface WriteFormProps {
  /** Null without a chosen building: sending then asks for it. */
  boardId: string | null;
  /** Set if the building can be changed. */
  onChooseBoard: (() => void) | undefined;
  /** Reinitializes the form from the draft on the device. */
  onRestart: () => void;
}

export function WriteForm({ boardId, onChooseBoard, onRestart }: WriteFormProps) {
  const { data: board } = useQuery({ ...buildingQuery(boardId ?? ''), enabled: boardId !== null });
  const { form, draft, kind, asking, judging } = useWriteForm(boardId, onChooseBoard);
  const { keywords } = form.values;
  useKeyboardInset();

  return (
    <form className={forms.form} {...form.form}>
      {judging && boardId !== null ? <judging.Suspension boardId={boardId} /> : null}
      {draft.restored && !form.busy ? (
        <DraftNote text={copy['draft.post']} onDiscard={draft.discard} />
      ) : null}
      <BoardField name={boardId === null ? null : board?.name} onChoose={onChooseBoard} />
      <TextFields form={form} asked={kind === 'question'}>
        {asking ? <asking.QuestionPart form={form} onRestart={onRestart} /> : null}
      </TextFields>
      <PicturePart uploads={draft.uploads} />
      <KeywordField
        kind={kind}
        value={keywords}
        error={form.errors.keywords}
        onChange={(chosen) => form.set('keywords', chosen)}
      />
      <div className={forms.submit}>
        <SendingPart {...draft.uploads} />
        <Button type="submit" busy={form.busy}>
          {copy['write.submit']}
        </Button>
      </div>
    </form>
  );
}
