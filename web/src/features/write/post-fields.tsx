import { placeKeyword } from '@madang/contract/campus/rules';
import type { FieldCode } from '@madang/contract/errors';
import {
  bodyProblem,
  keywordChoices,
  KEYWORDS_MAX,
  keywordsProblem,
  POST_BODY_MAX,
  POST_TITLE_MAX,
  titleProblem,
  type WritableBoardKind,
} from '@madang/contract/posts/rules';
import { countCodePoints } from '@madang/contract/text/rules';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import {
  describeControl,
  FieldMessages,
  TextArea,
  TextField,
  type TextFieldProps,
} from '../../components/field.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Skeleton } from '../../components/states.tsx';
import { type SheetControl, useSheet } from '../../lib/router.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { showToast } from '../../lib/toast-store.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { useCampus, useOfficial } from '../campus/campus-context.ts';
import { type FieldTexts, useFieldText } from '../campus/field-text.ts';
import forms from '../campus/form.module.css';
import { describeTooLong } from '../campus/problem-text.ts';
import type { Uploads } from '../pictures/uploads.tsx';
import type { Draft } from './draft.ts';
import styles from './write.module.css';

interface BoardFieldProps {
  /** Null without a chosen board. */
  name: string | null | undefined;
  onChoose: (() => void) | undefined;
}

export function BoardField({ name, onChoose }: BoardFieldProps) {
  const shown =
    name === null ? copy['write.building.none'] : (name ?? <Skeleton width="96px" height="20px" />);
  if (!onChoose) {
    return (
      <p className={styles.board}>
        <span className="flex-none text-soft text-note font-semibold">{copy['write.board']}</span>
        <span className="font-bold text-end">{shown}</span>
      </p>
    );
  }
  return (
    <button type="button" className={styles.choose} aria-haspopup="dialog" onClick={onChoose}>
      <span className="flex-none text-soft text-note font-semibold">{copy['write.building']}</span>
      <span className="font-bold text-end">{shown}</span>
    </button>
  );
}

/** Remaining characters from which a countdown is shown. */
const COUNT_DOWN_FROM = { title: 20, body: 500 };

type Field = Pick<TextFieldProps, 'name' | 'value' | 'onChange' | 'error'> & { onBlur: () => void };

interface TextFieldsProps {
  form: { values: { title: string; body: string }; field: (name: 'title' | 'body') => Field };
  /** Reason the title cannot be changed. */
  frozen?: string | undefined;
  /** Whether the post is a question. */
  asked: boolean;
  /** Content below the title. */
  children?: ReactNode;
}

/** Renders title and body of a post. */
export function TextFields({ form, frozen, asked, children }: TextFieldsProps) {
  const { title, body } = form.values;
  const official = useOfficial();
  const titleNote = countDown(title.trim(), POST_TITLE_MAX, COUNT_DOWN_FROM.title, official);
  return (
    <>
      <TextField
        {...form.field('title')}
        dir="auto"
        label={copy['write.title']}
        placeholder={copy['write.title.placeholder']}
        autoComplete="off"
        enterKeyHint="next"
        readOnly={frozen !== undefined}
        note={frozen ?? titleNote}
      />
      {children}
      <TextArea
        {...form.field('body')}
        label={copy['write.body']}
        placeholder={asked ? copy['write.body.placeholder.question'] : copy['write.body.placeholder']}
        className={styles.body}
        note={countDown(body, POST_BODY_MAX, COUNT_DOWN_FROM.body, official)}
      />
    </>
  );
}

/** Returns the remaining length; the official edition shows an excess in red. */
function countDown(text: string, limit: number, from: number, official: boolean): ReactNode {
  const rest = limit - countCodePoints(text);
  if (rest > from) return undefined;
  const note = fillCopy(rest < 0 ? copy['write.over'] : copy['write.remaining'], { n: Math.abs(rest) });
  return official && rest < 0 ? <span className={styles.over}>{note}</span> : note;
}

interface KeywordFieldProps {
  kind: WritableBoardKind;
  value: readonly string[];
  /** Current keywords of the post, including ones the campus dropped. */
  kept?: readonly string[];
  error: string | undefined;
  onChange: (keywords: readonly string[]) => void;
}

/** Returns the campus keywords as stored: place keywords with the place word, festival keywords without. */
function useKeywordChoices(kept: readonly string[] = []) {
  const { keywords, placeWord, festivalKeywords } = useCampus();
  const places = keywords.map((keyword) => placeKeyword(keyword, placeWord));
  return {
    place: [...new Set([...places, ...kept])],
    festival: [...new Set([...festivalKeywords, ...kept])],
  };
}

export function KeywordField({ kind, value, kept, error, onChange }: KeywordFieldProps) {
  const sheet = useSheet('keywords');
  const choices = keywordChoices(kind, useKeywordChoices(kept));
  const note = kind === 'festival' ? copy['write.keyword.festival.note'] : copy['write.keyword.note'];

  return (
    <div className="flex-col gap-1">
      <button
        type="button"
        className={styles.choose}
        aria-haspopup="dialog"
        onClick={sheet.show}
        {...describeControl('keywords', { note, error })}
      >
        <span className="flex-none text-soft text-note font-semibold">{copy['write.keyword']}</span>
        <span className="text-soft text-note text-end">
          {value.length > 0 ? value.map((keyword) => `#${keyword}`).join(' ') : copy['keyword.none']}
        </span>
      </button>
      <FieldMessages id="keywords" note={note} error={error} />
      <KeywordSheet choices={choices} value={value} note={note} sheet={sheet} onChange={onChange} />
    </div>
  );
}

interface KeywordSheetProps {
  choices: readonly string[];
  value: readonly string[];
  note: string;
  sheet: SheetControl;
  onChange: (keywords: readonly string[]) => void;
}

function KeywordSheet({ choices, value, note, sheet, onChange }: KeywordSheetProps) {
  function toggle(keyword: string): void {
    if (value.includes(keyword)) onChange(value.filter((other) => other !== keyword));
    else if (value.length >= KEYWORDS_MAX) showToast(copy['error.keywords.max']);
    else onChange([...value, keyword]);
  }

  return (
    <Sheet
      title={copy['write.keyword']}
      sheet={sheet}
      footer={<Button onClick={sheet.close}>{copy['action.done']}</Button>}
    >
      <p className={`text-faint text-note ${styles.note}`}>{note}</p>
      <ul className="flex flex-wrap gap-2">
        {choices.map((keyword) => (
          <li key={keyword}>
            <button
              type="button"
              className={forms.chip}
              aria-pressed={value.includes(keyword)}
              onClick={() => toggle(keyword)}
            >
              {keyword}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

// A post starts with words: the picture field loads after the form.
const one = lazyModule(() => import('./image-field.tsx'));
const several = lazyModule(() => import('../pictures/picture-field.tsx'));

/** Renders the pictures of the form: one, or several with the feature. */
export function PicturePart({ uploads }: { uploads: Uploads }) {
  const official = useOfficial();
  const image = useModule(one, !official);
  const list = useModule(several, official);
  if (list) return <list.PictureField uploads={uploads} />;
  return image ? <image.ImageField uploads={uploads} /> : <div className="min-h-touch" />;
}

/** Renders the shape of the form until it is known which form it is; its text is the largest of the form. */
export function WriteSkeleton() {
  return (
    <div className={forms.form} role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      <Skeleton height="52px" round />
      <Skeleton height="52px" round />
      <p aria-hidden className={`pad-4 bg-surface rounded text-faint ${styles.body}`}>
        {copy['write.body.placeholder']}
      </p>
    </div>
  );
}

/** Returns texts for the fields of a post form; `more` adds texts of one form. */
export function usePostText(more?: FieldTexts) {
  return useFieldText({
    'keywords.max': copy['error.keywords.max'],
    'keywords.festival': copy['error.keywords.festival'],
    'pictures.max': copy['error.pictures.max'],
    ...more,
  });
}

function describeText(
  problem: FieldCode | null,
  text: string,
  max: number,
  required: string,
): string | undefined {
  if (!problem) return undefined;
  return problem === 'tooLong' ? describeTooLong(text, max) : required;
}

/** Returns a text per invalid field; `kept` are keywords the post already has. */
export function usePostRules(kind: WritableBoardKind, kept?: readonly string[]) {
  const choices = useKeywordChoices(kept);
  const { describeField } = usePostText();
  return (values: Pick<Draft, 'title' | 'body' | 'keywords'>) => ({
    title: describeText(
      titleProblem(values.title),
      values.title.trim(),
      POST_TITLE_MAX,
      copy['error.title.required'],
    ),
    body: describeText(bodyProblem(values.body), values.body, POST_BODY_MAX, copy['error.body.required']),
    keywords: describeField(keywordsProblem(values.keywords, kind, choices)),
  });
}
