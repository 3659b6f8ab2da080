import { QUERY_MAX, queryProblem } from '@madang/contract/search/rules';
import { copy } from '../../copy.ko.ts';
import { describeTooLong } from '../campus/problem-text.ts';

/** Returns why a query cannot be searched; undefined if valid. */
export function describeQuery(query: string): string | undefined {
  const problem = queryProblem(query);
  if (problem === null) return undefined;
  return problem === 'required' ? copy['search.required'] : describeTooLong(query.trim(), QUERY_MAX);
}
