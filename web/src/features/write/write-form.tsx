import { POST_BODY_MAX, POST_TITLE_MAX } from '@madang/contract/posts/rules';
import { countCodePoints } from '@madang/contract/text/rules';
import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { buildingQuery } from '../../parts/campus/campus-queries.ts';
import { DraftNote } from '../../parts/campus/draft-note.tsx';
import { useKeyboardInset } from '../../platform/keyboard.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BoardField } from './board-field.tsx';
import { ImageField } from './image-field.tsx';
import { KeywordField } from './keyword-field.tsx';
import { UploadBar } from './upload-bar.tsx';
import { useWriteForm } from './use-write-form.ts';
import styles from './write.module.css';

/** From how many characters before a limit the rest is counted down. */
const COUNT_DOWN_FROM = { title: 20, body: 500 };

interface WriteFormProps {
  boardId: string;
  /** Where the building was picked, it can be picked again. */
  onChooseBoard: (() => void) | undefined;
  /** Begins the form anew from the draft on the device. */
  onRestart: () => void;
}

export function WriteForm({ boardId, onChooseBoard, onRestart }: WriteFormProps) {
  const { data: board } = useQuery(buildingQuery(boardId));
  const { form, draft, kind, upload } = useWriteForm(boardId);
  const { title, body, keywords } = form.values;
  useKeyboardInset();

  function restart(): () => void {
    const bringBack = draft.discard();
    onRestart();
    return () => void bringBack().then(onRestart);
  }

  return (
    <form className={styles.form} {...form.form}>
      {draft.restored && !form.busy ? <DraftNote text={copy['draft.post']} onDiscard={restart} /> : null}
      <BoardField name={board?.name} onChoose={onChooseBoard} />
      <TextField
        {...form.field('title')}
        label={copy['write.title']}
        placeholder={copy['write.title.placeholder']}
        autoComplete="off"
        enterKeyHint="next"
        note={countDown(title.trim(), POST_TITLE_MAX, COUNT_DOWN_FROM.title)}
      />
      <TextArea
        {...form.field('body')}
        label={copy['write.body']}
        placeholder={copy['write.body.placeholder']}
        className={styles.body}
        note={countDown(body, POST_BODY_MAX, COUNT_DOWN_FROM.body)}
      />
      <ImageField image={draft.image} onAttach={draft.attach} onDetach={draft.detach} />
      <KeywordField
        kind={kind}
        value={keywords}
        error={form.errors.keywords}
        onChange={(chosen) => form.set('keywords', chosen)}
      />
      <div className={styles.submit}>
        {upload ? <UploadBar {...upload} /> : null}
        <Button type="submit" busy={form.busy}>
          {copy['write.submit']}
        </Button>
      </div>
    </form>
  );
}

function countDown(text: string, limit: number, from: number): string | undefined {
  const rest = limit - countCodePoints(text);
  if (rest > from) return undefined;
  return fillCopy(rest < 0 ? copy['write.over'] : copy['write.remaining'], { n: Math.abs(rest) });
}
