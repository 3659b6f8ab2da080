import { DECISION_TEXT_MAX, decisionProblem } from '@madang/contract/moderation/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

/** What is wrong with the text of a decision, in a sentence. */
export function describeDecisionText(text: string): string | undefined {
  const problem = decisionProblem(text);
  if (!problem) return undefined;
  const said = problem === 'required' ? copy['moderate.text.required'] : copy['moderate.text.tooLong'];
  return fillCopy(said, { n: DECISION_TEXT_MAX });
}
