import { QUERY_MAX, queryProblem } from '@madang/contract/search/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

/** Why a query cannot be searched, in a sentence. */
export function describeQuery(query: string): string | undefined {
  const problem = queryProblem(query);
  if (problem === null) return undefined;
  return problem === 'required' ? copy['search.required'] : fillCopy(copy['search.long'], { max: QUERY_MAX });
}
