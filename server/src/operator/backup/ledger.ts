import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { Withdrawal } from '../../features/accounts/index.ts';
import type { Gone } from '../../features/posts/index.ts';
import type { Ledger } from '../../user-data/ledger.ts';
import { writeWhole } from '../documents/output-file.ts';
import { OperatorError } from '../terminal.ts';
import { readLines } from './archive.ts';

const time = z.iso.datetime();
const times = { hiddenAt: time.optional(), deletedAt: time.optional(), purgedAt: time.optional() };
/** Versions before knew the first kind of line alone; their ledgers are read as well. */
const lineSchema = z.union([
  z.strictObject({ userId: z.guid(), withdrawnAt: time }),
  z.strictObject({ postId: z.guid(), ...times }),
  z.strictObject({ replyId: z.guid(), ...times }),
]);
type Line = z.infer<typeof lineSchema>;

/** Writes the ledger as JSON lines that only their owner can read; an older one of that name is replaced. */
export async function writeLedger(file: string, ledger: Ledger): Promise<void> {
  const lines: Line[] = [
    ...ledger.withdrawals,
    ...ledger.posts.map(({ id, ...gone }) => ({ postId: id, ...timesOf(gone) })),
    ...ledger.replies.map(({ id, ...gone }) => ({ replyId: id, ...timesOf(gone) })),
  ];
  await writeWhole(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/**
 * What an exported ledger says.
 *
 * @throws {OperatorError} naming the first line that is none.
 */
export async function readLedger(file: string): Promise<Ledger> {
  const [withdrawals, posts, replies]: [Withdrawal[], Gone[], Gone[]] = [[], [], []];
  let number = 0;
  for await (const text of readLines(createReadStream(file))) {
    number += 1;
    const line = parseLine(text);
    if (!line) throw new OperatorError(`${file}: line ${number} is no line of a ledger; nothing was changed`);
    if ('userId' in line) withdrawals.push(line);
    else if ('postId' in line) posts.push(toGone(line.postId, line));
    else replies.push(toGone(line.replyId, line));
  }
  return { withdrawals, posts, replies };
}

type Times = Pick<z.infer<z.ZodObject<typeof times>>, keyof typeof times>;

const timesOf = ({ hiddenAt, deletedAt, purgedAt }: Omit<Gone, 'id'>) => ({
  ...(hiddenAt === null ? {} : { hiddenAt }),
  ...(deletedAt === null ? {} : { deletedAt }),
  ...(purgedAt === null ? {} : { purgedAt }),
});

const toGone = (id: string, { hiddenAt, deletedAt, purgedAt }: Times): Gone => ({
  id,
  hiddenAt: hiddenAt ?? null,
  deletedAt: deletedAt ?? null,
  purgedAt: purgedAt ?? null,
});

function parseLine(line: string): Line | null {
  try {
    const result = lineSchema.safeParse(JSON.parse(line));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
