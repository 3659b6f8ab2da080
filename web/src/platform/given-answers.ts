/** For this many milliseconds what came with the page counts as an answer. */
const GOOD_FOR = 5_000;

let given: Record<string, unknown> | undefined;

/**
 * What this call would be answered, if that came along with the page (decision 0015): once, while the page is new, and
 * before anything was written.
 */
export function takeGiven(call: string): unknown {
  given ??= JSON.parse(document.getElementById('answers')?.textContent ?? '{}') as Record<string, unknown>;
  if (!call.startsWith('GET') || performance.now() > GOOD_FOR) given = {};
  const answer = given[call];
  delete given[call];
  return answer;
}
