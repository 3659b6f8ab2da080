import type { Command } from 'commander';
import type { Run } from './run.ts';
import type { Fact } from './terminal.ts';
import { readCount } from './values.ts';
import type { Workplace } from './workplace.ts';

interface List<Row> {
  about: string;
  /** What the table shows of a row: the title of each column and its field. JSON holds all fields. */
  columns: Readonly<Record<string, keyof Row>>;
  /** How many at most, where one may say so. */
  limit?: number;
  read: (workplace: Workplace, limit: number) => Promise<readonly Row[]>;
}

/** Adds `list`: a table for people, or one JSON object a line. */
export function addList<Row extends { [Field in keyof Row]: Fact }>(
  parent: Command,
  run: Run,
  { about, columns, limit, read }: List<Row>,
): void {
  const command = parent.command('list').description(about).option('--json', 'one JSON object a line');
  if (limit) command.option('--limit <number>', 'how many', readCount, limit);
  command
    .addHelpText('after', `\nExample:\n  operator ${parent.name()} list${limit ? ' --limit 10' : ''}`)
    .action((options: { json?: true; limit?: number }) =>
      run(async (workplace, terminal) => {
        const rows = await read(workplace, options.limit ?? 0);
        if (options.json) return rows.forEach((row) => terminal.json(row));
        const fields = Object.values(columns);
        terminal.table(
          Object.keys(columns),
          rows.map((row) => fields.map((field) => row[field])),
        );
      }),
    );
}
