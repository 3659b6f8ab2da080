import type { Campus } from '@madang/campus/campus';
import type { BoardKind } from '@madang/contract/posts/rules';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { recordAct } from '../audit.ts';
import { inBatches } from './batches.ts';
import { Refusal, type Collection } from './collections.ts';
import type { FolderSource } from './folder-source.ts';
import type { ImportReport } from './report.ts';
import { readFields, type Fields, type schemas } from './schema.ts';
import { SeenKeys } from './seen-keys.ts';
import type { Corrected } from './to-rows.ts';

/**
 * Bytes of one transaction. On the embedded engine a statement stops the whole server, and the places of a post's letters in
 * the index of search take four seconds for a million of them, and more the larger that is.
 */
const BATCH_BYTES = 100_000;

/** What every stage of one import works with. */
export interface ImportContext {
  database: Database;
  images: ImageStore;
  campus: Campus;
  actor: string;
  source: FolderSource;
  /** Where the pictures' folder lies: the documents' own folder, or the tree's. */
  imageRoot: string;
  report: ImportReport;
  /** What the run would have written so far, where it writes nothing. */
  dry: DryRun | null;
  /** The boards that posts can stand on, by id. */
  boards: Map<string, BoardKind>;
  /** True once the act stands in the audit log. */
  recorded: boolean;
  onProgress: () => void;
}

/** The keys a dry run has seen: they count as written. */
export class DryRun {
  readonly users = new SeenKeys();
  readonly emails = new SeenKeys();
  /** Id and board. */
  readonly posts = new SeenKeys();
  readonly postIds = new SeenKeys();
  readonly others = new SeenKeys();
}

/** A row on its way, and what is found out about it. */
export interface Candidate<Row> {
  path: string;
  row: Row;
  corrections: string[];
  verdict: 'new' | 'same' | Refusal;
}

/** How the documents of one collection become rows. */
export interface Stage<Name extends keyof typeof schemas, Row> {
  collection: Collection & Name;
  /** Rows of one transaction: short on the embedded engine, where one transaction stops the whole server. */
  size: number;
  /** @throws {Refusal} */
  read(fields: Fields<Name>): Corrected<Row>;
  /** Whether a row must be in the transaction of the one before. */
  belong?(row: Row, before: Row): boolean;
  /** What takes long or touches files, before the transaction. */
  prepare?(candidates: readonly Candidate<Row>[]): Promise<void>;
  /** Finds out which rows are there already and which cannot be; inside the transaction that writes. */
  settle(executor: Executor, candidates: readonly Candidate<Row>[]): Promise<void>;
  write(transaction: Transaction, rows: readonly Row[]): Promise<void>;
  /** Remembers what a dry run does not write. */
  note(dry: DryRun, row: Row): void;
}

/** Brings in one collection, batch by batch; each batch is whole in the database or not there at all. */
export async function runStage<Name extends keyof typeof schemas, Row>(
  context: ImportContext,
  stage: Stage<Name, Row>,
): Promise<void> {
  const { size, belong } = stage;
  const batches = inBatches(readCandidates(context, stage), {
    size,
    bytes: BATCH_BYTES,
    bytesOf: ({ row }) => Buffer.byteLength(JSON.stringify(row)),
    belong: belong && ((candidate, before) => belong(candidate.row, before.row)),
  });
  for await (const batch of batches) {
    await stage.prepare?.(batch);
    if (context.dry) await settleDry(context.dry, context.database, stage, batch);
    else
      await context.database.transaction((transaction) => settleAndWrite(context, transaction, stage, batch));
    for (const { verdict, path, corrections } of batch) {
      if (verdict === 'new') context.report.add(stage.collection, path, corrections);
      else if (verdict === 'same') context.report.counts[stage.collection].same += 1;
      else context.report.refuse(stage.collection, path, verdict.message);
    }
    context.onProgress();
  }
}

async function settleAndWrite<Name extends keyof typeof schemas, Row>(
  context: ImportContext,
  transaction: Transaction,
  stage: Stage<Name, Row>,
  batch: readonly Candidate<Row>[],
): Promise<void> {
  await stage.settle(transaction, batch);
  const rows = batch.filter(({ verdict }) => verdict === 'new').map(({ row }) => row);
  if (rows.length === 0) return;
  if (!context.recorded) {
    await recordAct(transaction, {
      actor: context.actor,
      action: 'import',
      target: 'documents',
      reason: null,
    });
    transaction.afterCommit(() => (context.recorded = true));
  }
  await stage.write(transaction, rows);
}

async function settleDry<Name extends keyof typeof schemas, Row>(
  dry: DryRun,
  executor: Executor,
  stage: Stage<Name, Row>,
  batch: readonly Candidate<Row>[],
): Promise<void> {
  await stage.settle(executor, batch);
  for (const { verdict, row } of batch) if (verdict === 'new') stage.note(dry, row);
}

async function* readCandidates<Name extends keyof typeof schemas, Row>(
  { source, report }: ImportContext,
  stage: Stage<Name, Row>,
): AsyncGenerator<Candidate<Row>> {
  for await (const line of source.read(stage.collection)) {
    report.counts[stage.collection].read += 1;
    if ('refusal' in line) {
      report.refuse(stage.collection, line.path, line.refusal.message);
      continue;
    }
    let corrected: Corrected<Row>;
    let corrections: string[];
    try {
      const read = readFields(stage.collection, line.fields);
      corrected = stage.read(read.fields);
      corrections = [...read.corrections, ...corrected.corrections];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      report.refuse(stage.collection, line.path, error.message);
      continue;
    }
    yield { path: line.path, row: corrected.row, corrections, verdict: 'new' };
  }
}

/** Marks rows of a batch as there already when their id is known, or came earlier in the batch. */
export function settleKnown<Row>(
  candidates: readonly Candidate<Row>[],
  idOf: (row: Row) => string,
  isKnown: (id: string) => boolean,
): void {
  const inBatch = new Set<string>();
  for (const candidate of candidates) {
    const id = idOf(candidate.row);
    if (isKnown(id) || inBatch.has(id)) candidate.verdict = 'same';
    inBatch.add(id);
  }
}
