import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that only this project used, and names with several meanings; docs/glossary.md lists the replacements. */
const refused = [
  /\b(?:mend(?:s|ed|ing)?|anew|actAsOperator)\b/i,
  // The kind of a job is data.
  /(?<!')\bturnEntry\b/,
  /\b(?:whoever|Whoever)\b/,
  /\b[Dd]eeds?\b/,
  /\b(?:is|are|be|been) lit\b/,
  /\bimport arrows\b/,
  /\bexport (?:const|class|interface|type|(?:async )?function) (?:Thing|Line|Turns?|turns?)\b/,
];

/** Texts of others, released texts, and the definitions of these words. */
const exempt =
  /^(?:docs\/(?:glossary\.md|requirements.*\.tsv)|server\/migrations\/.*|scripts\/(?:words\.test\.ts|english\.mjs))$/;

test('code and pages use the field’s words', () => {
  const listed = execFileSync('git', [
    'ls-files',
    '*.ts',
    '*.tsx',
    '*.mjs',
    '*.sh',
    '*.md',
    '*.sql',
    '*.tsv',
  ]);
  const paths = listed
    .toString()
    .split('\n')
    .filter((path) => path !== '' && !exempt.test(path));
  expect(paths.length).toBeGreaterThan(500);
  const found = paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        refused.some((word) => word.test(line)) ? [`${path}:${index + 1}: ${line}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
