// Tables of requirements: the kind of test that proves each row, and the built rows of the official edition.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** All rows of these letters; of rows that need other features, only these ids. */
const BUILT =
  'FP ED FH OW OW-06 OW-09 TH PI MO MO-11 MO-16 FS SB SB-02 HL LI NO-01 NO-02 NO-03 NO-04 NO-05 NO-06 NO-07 NO-08 EV-01 EV-02 EV-03 EV-04 EV-05 EV-06 EV-07 EV-08 EV-09 EV-10 PL-01 PL-02 PL-03 PL-04 PL-05 PL-06 PL-07 PL-08 PL-09 PL-10 PL-11 PL-12 PL-13 PL-14 RM ML TK PH'.split(
    ' ',
  );

/** @typedef {{ id: string; kind: string; text: string; needs: string }} Row */

/** @param {string} path of a table, from the root of the repository @returns {Row[]} */
export function readRows(path) {
  const [, ...lines] = readFileSync(`${root}${path}`, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [id = '', kind = '', text = '', needs = ''] = line.split('\t');
    return { id, kind, text, needs };
  });
}

/** Whether a row of the official edition is built, and so must be proven. @param {Row} row */
export function isBuilt({ id, needs }) {
  return BUILT.includes(id) || (needs === '' && BUILT.includes(id.slice(0, 2)));
}
