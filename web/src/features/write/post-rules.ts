import type { FieldCode } from '@madang/contract/errors';
import {
  bodyProblem,
  keywordsProblem,
  POST_BODY_MAX,
  POST_TITLE_MAX,
  titleProblem,
  type WritableBoardKind,
} from '@madang/contract/posts/rules';
import { copy } from '../../copy.ko.ts';
import { type FieldTexts, useFieldText } from '../campus/field-text.ts';
import { describeTooLong } from '../campus/problem-text.ts';
import type { Draft } from './draft.ts';
import { useKeywordChoices } from './keyword-field.tsx';

const texts = (): FieldTexts => ({
  'keywords.max': copy['error.keywords.max'],
  'keywords.festival': copy['error.keywords.festival'],
  'pictures.max': copy['error.pictures.max'],
});

/** Returns texts for the fields of a post form; `more` adds texts of one form. */
export function usePostText(more?: FieldTexts) {
  return useFieldText({ ...texts(), ...more });
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
