import { DECISION_TEXT_MAX, decisionProblem } from '@madang/contract/moderation/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

/** Returns the problem of a decision's text in a sentence; undefined if valid. */
export function describeDecisionText(text: string): string | undefined {
  const problem = decisionProblem(text);
  if (!problem) return undefined;
  const said = problem === 'required' ? copy['moderate.text.required'] : copy['moderate.text.tooLong'];
  return fillCopy(said, { n: DECISION_TEXT_MAX });
}
