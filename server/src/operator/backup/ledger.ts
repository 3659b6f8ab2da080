import { createReadStream } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Withdrawal } from '../../features/accounts/index.ts';
import { OperatorError } from '../terminal.ts';
import { readLines } from './archive.ts';

const lineSchema = z.strictObject({ userId: z.guid(), withdrawnAt: z.iso.datetime() });

/** Writes the ledger as JSON lines that only their owner can read; an older one of that name is replaced. */
export async function writeLedger(file: string, withdrawals: readonly Withdrawal[]): Promise<void> {
  const aside = `${file}.${process.pid}`;
  const lines = withdrawals.map((withdrawal) => `${JSON.stringify(withdrawal)}\n`);
  await writeFile(aside, lines.join(''), { flag: 'wx', mode: 0o600 });
  await rename(aside, file);
}

/**
 * The withdrawals of an exported ledger.
 *
 * @throws {OperatorError} naming the first line that is none.
 */
export async function readLedger(file: string): Promise<Withdrawal[]> {
  const withdrawals: Withdrawal[] = [];
  for await (const line of readLines(createReadStream(file))) {
    const withdrawal = parseLine(line);
    if (!withdrawal)
      throw new OperatorError(`${file}: line ${withdrawals.length + 1} is no line of a withdrawal ledger`);
    withdrawals.push(withdrawal);
  }
  return withdrawals;
}

function parseLine(line: string): Withdrawal | null {
  try {
    const result = lineSchema.safeParse(JSON.parse(line));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
