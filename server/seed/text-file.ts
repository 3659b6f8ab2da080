import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lines of a hand-written text file without trailing spaces, numbered from 1. */
export interface TextFile {
  lines: readonly (readonly [line: number, text: string])[];
  /** Throws an error with file and line of the mistake. */
  fail(line: number, problem: string): never;
}

export function readTextFile(folder: string, name: string): TextFile {
  const text = readFileSync(join(folder, name), 'utf8');
  return {
    lines: text.split('\n').map((line, index) => [index + 1, line.trimEnd()] as const),
    fail(line, problem) {
      throw new Error(`${join(folder, name)} line ${line}: ${problem}`);
    },
  };
}

/** Returns the rows of a table with column names in its first line. */
export function readTable<Column extends string>(
  file: TextFile,
  columns: readonly Column[],
): (Record<Column, string> & { line: number })[] {
  const [[, head] = [1, ''], ...rows] = file.lines;
  if (head !== columns.join('\t')) file.fail(1, `the columns must be ${columns.join(', ')}`);
  return rows
    .filter(([, text]) => text !== '')
    .map(([line, text]) => {
      const cells = text.split('\t');
      if (cells.length > columns.length) file.fail(line, `has ${cells.length} cells, not ${columns.length}`);
      const row = columns.map((column, index) => [column, cells[index] ?? ''] as const);
      return { ...(Object.fromEntries(row) as Record<Column, string>), line };
    });
}

/** Returns texts of the operator: `# title | more | more`, then the body. */
export function readArticles(
  file: TextFile,
): { title: string; more: string[]; body: string; line: number }[] {
  const articles: { title: string; more: string[]; body: string; line: number }[] = [];
  for (const [line, text] of file.lines) {
    const article = articles.at(-1);
    const [title = '', ...more] = text.slice(2).split(' | ');
    if (text.startsWith('# ')) articles.push({ title, more, body: '', line });
    else if (article) article.body += `${text}\n`;
    else if (text !== '') file.fail(line, 'a text begins with a line "# title | days ago"');
  }
  return articles.map((article) => ({ ...article, body: article.body.trim() }));
}
