import {
  bodyProblem,
  keywordsProblem,
  titleProblem,
  type WritableBoardKind,
} from '@madang/contract/posts/rules';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import type { Draft } from './draft.ts';
import { useKeywordChoices } from './keyword-field.tsx';

/** What is wrong with a post's fields, a sentence for each; `kept` are keywords that it carries already. */
export function usePostRules(kind: WritableBoardKind, kept?: readonly string[]) {
  const choices = useKeywordChoices(kept);
  const { describeField } = useProblemText();
  return (values: Pick<Draft, 'title' | 'body' | 'keywords'>) => ({
    title: describeField(titleProblem(values.title)),
    body: describeField(bodyProblem(values.body)),
    keywords: describeField(keywordsProblem(values.keywords, kind, choices)),
  });
}
