import {
  bodyProblem,
  keywordsProblem,
  POST_BODY_MAX,
  POST_TITLE_MAX,
  titleProblem,
} from '@madang/contract/posts/rules';
import { countCodePoints } from '@madang/contract/text/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { buildingQuery } from '../../parts/campus/campus-queries.ts';
import { DraftNote } from '../../parts/campus/draft-note.tsx';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { useWritingRightAlert } from '../../parts/campus/writing-right.ts';
import { boardPath, postListsKey, postQuery } from '../../parts/post/post-queries.ts';
import { endSession, setStudent, useStudent } from '../../parts/session/session.ts';
import { ApiError, isRefusal } from '../../platform/api.ts';
import { useKeyboardInset } from '../../platform/keyboard.ts';
import { startNextAtTop } from '../../platform/scroll-memory.ts';
import { goBack, navigate } from '../../router/browser-history.ts';
import { useLocation } from '../../router/router.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { type FieldErrors, useForm } from '../../ui/use-form.ts';
import { BoardField } from './board-field.tsx';
import { ImageField } from './image-field.tsx';
import { KeywordField, useKeywordChoices } from './keyword-field.tsx';
import { sendPost, type SentPost } from './send-post.ts';
import { UploadBar } from './upload-bar.tsx';
import { useDraft } from './use-draft.ts';
import { useUpload } from './use-upload.ts';
import styles from './write.module.css';
import { readKind, readWriteState } from './write-target.ts';

/** From how many characters before a limit the rest is counted down. */
const COUNT_DOWN_FROM = { title: 20, body: 500 };

interface Fields extends Record<string, unknown> {
  title: string;
  body: string;
  keywords: readonly string[];
}

interface WriteFormProps {
  boardId: string;
  /** Where the building was picked, it can be picked again. */
  onChooseBoard: (() => void) | undefined;
  /** Begins the form anew from the draft on the device. */
  onRestart: () => void;
}

export function WriteForm({ boardId, onChooseBoard, onRestart }: WriteFormProps) {
  const client = useQueryClient();
  const { from } = readWriteState(useLocation().state);
  const student = useStudent();
  const kind = readKind(boardId);
  const { data: board } = useQuery(buildingQuery(boardId));
  const { draft, restored, image, change, attach, detach, finish, discard } = useDraft(student.id, boardId);
  const choices = useKeywordChoices();
  const refuse = useWritingRightAlert();
  const { describeField, describeFields, describeError } = useProblemText();
  const { upload, begin } = useUpload();
  useKeyboardInset();

  const form = useForm<Fields>({
    initial: { title: draft.title, body: draft.body, keywords: draft.keywords },
    validate: (values) => {
      const problems = {
        title: titleProblem(values.title),
        body: bodyProblem(values.body),
        keywords: keywordsProblem(values.keywords, kind, choices),
      };
      const wrong = Object.entries(problems).flatMap(([name, code]) =>
        code ? [[name, describeField(code)]] : [],
      );
      return Object.fromEntries(wrong) as FieldErrors<Fields>;
    },
    onInvalid: (errors) =>
      showToast(errors.title ?? errors.body ?? errors.keywords ?? copy['error.required']),
    submit: async (values) => {
      try {
        land(await sendPost(boardId, { ...draft, ...values }, image?.blob, change, begin()));
        return undefined;
      } catch (error) {
        return tell(error);
      }
    },
  });

  const { title, body, keywords } = form.values;
  useEffect(() => change({ title, body, keywords }), [change, title, body, keywords]);

  function land({ post, awardedPoints, points }: SentPost): void {
    finish();
    // A new post changes every list it may stand in.
    client.removeQueries({ queryKey: postListsKey });
    client.setQueryData(postQuery(post.id).queryKey, post);
    setStudent(client, { ...student, points });
    showToast(
      awardedPoints > 0 ? fillCopy(copy['write.done.points'], { n: awardedPoints }) : copy['write.done'],
    );
    // Back to the entry that the student came from, or the board would stand twice in the history.
    if (from === boardPath(boardId)) {
      startNextAtTop();
      goBack(from);
    } else navigate(boardPath(boardId), { replace: true });
  }

  /** The draft stays in every case. */
  function tell(error: unknown): FieldErrors<Fields> | undefined {
    if (isRefusal(error, 'right.required')) {
      refuse();
      return undefined;
    }
    if (error instanceof DOMException) showToast(copy['write.upload.cancelled']);
    else if (isRefusal(error, 'upload.used')) showToast(copy['error.image.again']);
    else if (isRefusal(error, 'identifier.taken')) showToast(copy['error.post.taken']);
    else showToast(describeError(error));
    // The draft waits on the device for the next time [ER-09].
    if (isRefusal(error, 'session.required')) endSession(client, '/');
    if (isRefusal(error, 'image.tooLarge', 'image.unreadable', 'body.tooLarge')) detach();
    return error instanceof ApiError ? describeFields(error) : undefined;
  }

  function restart(): () => void {
    const bringBack = discard();
    onRestart();
    return () => void bringBack().then(onRestart);
  }

  return (
    <form className={styles.form} {...form.form}>
      {restored && !form.busy ? <DraftNote text={copy['draft.post']} onDiscard={restart} /> : null}
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
      <ImageField image={image} onAttach={attach} onDetach={detach} />
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
