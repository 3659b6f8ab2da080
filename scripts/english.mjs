// `npm run english [-- --list] [FOLDER…]`: counts comments, sentences of docs and titles of tests by folder, and flags those that
// break the rules of CONTRIBUTING.md: first words, phrases, and sentences over 25 words. --list prints each flagged one.
// A report, not a check: it always exits with 0.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const WORDS_MAX = 25;
const FIRST_WORDS = /^(?:What|Who|Whatever|Whoever|Of|Such|Lets|So|Where)\b/;
const PHRASES =
  /\b(?:tells?|told|hears?|whoever|lets go|in the place of|so many|so long|of one's own|nobody knows|knows nothing|is under way|anew|mend(?:ed|s)?|says? so|as it is|goes by|stands (?:in|at|on|below|above|there)|lies (?:in|at|on|there))\b/i;
const COMMENT = /\/\*\*([\s\S]*?)\*\/|^\s*\/\/(.*)$/gm;
const TEST_TITLE =
  /^\s*(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)/gm;

/**
 * Counts texts of a repository.
 *
 * @param {string} root @param {readonly string[]} [folders] all if empty
 */
export function readEnglish(root, folders = []) {
  const listed = execFileSync('git', ['ls-files', ...folders], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  /** @type {Map<string, { texts: number; words: number; long: number; flagged: number }>} */
  const counts = new Map();
  /** @type {string[]} */
  const flagged = [];
  for (const path of listed.split('\n').filter((name) => /\.(?:tsx?|mjs|md)$/.test(name))) {
    const content = readFileSync(`${root}/${path}`, 'utf8');
    for (const { kind, at, text } of textsOf(path, content)) {
      const plain = text.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”|‘[^’]*’/g, 'code');
      const words = text.split(/\s+/).length;
      const isLong = plain
        .split(/(?<=[.!?:;])\s/)
        .some((sentence) => sentence.split(/\s+/).length > WORDS_MAX);
      const isFlagged = FIRST_WORDS.test(text) || PHRASES.test(plain);
      for (const key of [
        `${kind} in ${path.split('/').slice(0, -1).slice(0, 2).join('/') || '.'}`,
        `${kind} in all`,
      ]) {
        const count = counts.get(key) ?? { texts: 0, words: 0, long: 0, flagged: 0 };
        count.texts += 1;
        count.words += words;
        count.long += Number(isLong);
        count.flagged += Number(isFlagged);
        counts.set(key, count);
      }
      if (isFlagged || isLong)
        flagged.push(`${path}:${content.slice(0, at).split('\n').length}: ${text.slice(0, 160)}`);
    }
  }
  return { counts, flagged };
}

/** @param {string} path @param {string} content */
function* textsOf(path, content) {
  if (path.endsWith('.md')) {
    yield* sentencesOf(content);
    return;
  }
  for (const { 0: whole, 1: block, 2: line, index } of content.matchAll(COMMENT)) {
    const text = (block ?? line ?? '').replaceAll(/\s*\*\s?/g, ' ').trim();
    // Skips whitespace before the words.
    const at = index + whole.length - whole.trimStart().length;
    if (text && !/lint-disable/.test(text)) yield { kind: 'comments', at, text };
  }
  if (!/\.(?:test|journey)\.tsx?$/.test(path)) return;
  for (const { 1: single, 2: double, 3: template, index } of content.matchAll(TEST_TITLE)) {
    const text = (single ?? double ?? template ?? '').replaceAll(/\[[^\]]+\]\s*/g, '').trim();
    if (text) yield { kind: 'titles of tests', at: index, text };
  }
}

/** @param {string} content of a Markdown page whose Korean lines are left out */
function* sentencesOf(content) {
  let at = 0;
  let isCode = false;
  for (const line of content.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const plain = line.replace(/^[\s>*|#\d.-]+/, '');
    if (!isCode && !/[가-힣]/.test(line))
      for (const text of plain.split(/(?<=[.!?])\s+|\s*\|\s*/))
        if (text.includes(' ')) yield { kind: 'sentences of docs', at, text };
    at += line.length + 1;
  }
}

/** @param {string} root @param {readonly string[]} folders @returns {string[]} */
export function describeEnglish(root, folders = []) {
  const { counts } = readEnglish(root, folders);
  return [...counts]
    .sort(([a], [b]) => Number(a.endsWith('in all')) - Number(b.endsWith('in all')) || a.localeCompare(b))
    .map(
      ([name, { texts, words, long, flagged }]) =>
        `${name.padEnd(44)} ${String(texts).padStart(6)}, mean ${(words / texts).toFixed(1)} words, ${long} over ${WORDS_MAX}, ${flagged} flagged`,
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const parameters = process.argv.slice(2);
  const folders = parameters.filter((parameter) => !parameter.startsWith('--'));
  if (parameters.includes('--list')) console.log(readEnglish('.', folders).flagged.join('\n'));
  console.log(describeEnglish('.', folders).join('\n'));
}
