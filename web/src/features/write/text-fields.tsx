import { POST_BODY_MAX, POST_TITLE_MAX } from '@madang/contract/posts/rules';
import { countCodePoints } from '@madang/contract/text/rules';
import type { ReactNode } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { TextArea, TextField, type TextFieldProps } from '../../components/field.tsx';
import styles from './write.module.css';

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
