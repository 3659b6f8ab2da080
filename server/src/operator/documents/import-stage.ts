import { createHash } from 'node:crypto';
import type { Campus } from '@madang/campus/campus';
import type { BoardKind } from '@madang/contract/posts/rules';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import type { ImageStore } from '../../images/image-store.ts';
import { recordAuditEntry } from '../../audit.ts';
import type { Corrected } from './rows.ts';
import { type Fields, readFields, type schemas } from './schema.ts';
import { type Collection, type FolderSource, type ImportReport, Refusal } from './source.ts';

/** Bytes per transaction: on the embedded engine, indexing a million letters blocks the server for four seconds. */
const BATCH_BYTES = 100_000;

export interface ImportContext {
  database: Database;
  images: ImageStore;
  campus: Campus;
  actor: string;
  source: FolderSource;
  /** Parent of the pictures' folder: the documents' folder, or the tree's. */
  imageRoot: string;
  report: ImportReport;
  dry: DryRun | null;
  boards: Map<string, BoardKind>;
  /** True once the audit entry is written. */
  recorded: boolean;
  onProgress: () => void;
}

/** Keys that a dry run has seen; they count as written. */
export class DryRun {
  readonly users = new SeenKeys();
  readonly emails = new SeenKeys();
  /** Id and board. */
  readonly posts = new SeenKeys();
  readonly postIds = new SeenKeys();
  readonly others = new SeenKeys();
}

export interface Candidate<Row> {
  path: string;
  row: Row;
  corrections: string[];
  verdict: 'new' | 'same' | Refusal;
}

/** Conversion of a collection's documents to rows. */
export interface Stage<Name extends keyof typeof schemas, Row> {
  collection: Collection & Name;
  /** Rows per transaction, which blocks the embedded engine. */
  size: number;
  /** @throws {Refusal} */
  read(fields: Fields<Name>): Corrected<Row>;
  /** Whether a row must share the previous row's transaction. */
  belong?(row: Row, before: Row): boolean;
  /** Does slow work and file access before the transaction. */
  prepare?(candidates: readonly Candidate<Row>[]): Promise<void>;
  /** Sets the verdicts inside the writing transaction. */
  settle(executor: Executor, candidates: readonly Candidate<Row>[]): Promise<void>;
  write(transaction: Transaction, rows: readonly Row[]): Promise<void>;
  note(dry: DryRun, row: Row): void;
}

/** Imports a collection in batches, each in one transaction. */
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
    await recordAuditEntry(transaction, {
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

/** Marks rows as existing if one of the sets has their id, or an earlier row does. */
export function settleKnown<Row>(
  candidates: readonly Candidate<Row>[],
  idOf: (row: Row) => string,
  ...known: readonly ({ has(id: string): boolean } | undefined)[]
): void {
  const inBatch = new Set<string>();
  for (const candidate of candidates) {
    const id = idOf(candidate.row);
    if (inBatch.has(id) || known.some((ids) => ids?.has(id))) candidate.verdict = 'same';
    inBatch.add(id);
  }
}

export interface Batching<Item> {
  size: number;
  /** Maximum bytes, unless a single item exceeds them. */
  bytes: number;
  bytesOf: (item: Item) => number;
  /** Whether an item shares the previous one's batch, up to ten times the limits. */
  belong?: ((item: Item, before: Item) => boolean) | undefined;
}

/** Yields the items in batches, as large as the limits allow. */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  { size, bytes, bytesOf, belong = () => false }: Batching<Item>,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let sum = 0;
  for await (const item of items) {
    const more = bytesOf(item);
    const before = batch.at(-1);
    if (before !== undefined) {
      const times = belong(item, before) ? 10 : 1;
      if (batch.length >= size * times || sum + more > bytes * times) {
        yield batch;
        batch = [];
        sum = 0;
      }
    }
    batch.push(item);
    sum += more;
  }
  if (batch.length > 0) yield batch;
}

/** Keys that a dry run would add, as 52-bit hashes: some tens of bytes each; a million collide once in ten thousand. */
class SeenKeys {
  readonly #hashes = new Set<number>();

  add(key: string): void {
    this.#hashes.add(hash(key));
  }

  has(key: string): boolean {
    return this.#hashes.has(hash(key));
  }
}

function hash(key: string): number {
  return Number.parseInt(createHash('sha1').update(key).digest('hex').slice(0, 13), 16);
}
