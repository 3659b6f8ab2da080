import { setPriority } from 'node:os';
import { placeParsers, type TableNeeds } from '@madang/campus/parse-table';
import { type CampusError, Mistakes } from '@madang/campus/table';
import type { TableImport } from '@madang/contract/admin/campus-schema';
import type { PlaceTable } from '@madang/contract/admin/rules';

// Main program of the process that parses one uploaded table, then ends.

export interface TableTask {
  table: PlaceTable;
  text: string;
  needs: TableNeeds;
  buildings: ReadonlySet<string>;
}

type Remark = TableImport['mistakes'][number];

export interface ParsedTable {
  rows: unknown[] | null;
  mistakes: Remark[];
  warnings: Remark[];
  /** A line for each class of a course list. */
  preview: string[];
}

const remark = ({ line, field, problem }: CampusError): Remark => ({
  line: line ?? null,
  field: field ?? null,
  problem,
});

function parse({ table, text, needs, buildings }: TableTask): ParsedTable {
  const mistakes = new Mistakes();
  const preview: string[] = [];
  const context = { file: table, buildings, mistakes, preview: (line: string) => preview.push(line) };
  const rows = placeParsers[table](text, needs, context);
  return { rows, mistakes: mistakes.found.map(remark), warnings: mistakes.warned.map(remark), preview };
}

// Lower priority than the server, which answers requests.
setPriority(10);
process.once('message', (task: TableTask) => process.send?.(parse(task)));
