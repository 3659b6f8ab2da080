// One of the processes of `npm run bench:notify`: the product's hub on its own connections. It is told how many signals a second
// to send, sends them at their times whatever the answers do, and says what has come from the others and how late.
import { setTimeout as sleep } from 'node:timers/promises';
import { Hub } from '../server/src/platform/live/hub.ts';
import { openPostgres } from '../server/src/platform/database/postgres.ts';
import { createLog } from '../server/src/platform/log/log.ts';

/** What the bench tells a process. */
export interface Order {
  sender: number;
  rate: number;
  milliseconds: number;
  /** Whether signals go through the hub, which sends those of ten milliseconds together, or each in a notification of its own. */
  together: boolean;
}

/** What a process answers. */
export interface Report {
  sent: number;
  /** By sender, how many came. */
  heard: Record<number, number>;
  doubled: number;
  /** Milliseconds between the time at which a signal was due and its arrival. */
  delays: number[];
}

/** Time lies in the id, in microseconds of a clock that all processes of a machine share. */
const microseconds = () => Number(process.hrtime.bigint() / 1_000n);
const ALONE = 'bench_alone';
const TOPIC = 'post';
/** Nothing for so long after the last was sent: what is still missing is lost. */
const QUIET = 400;

const database = openPostgres(process.env['DATABASE_URL'] ?? '', createLog('silent'), { poolSize: 4 });
const hub = new Hub(database, createLog('silent'));
let report: Report = empty();
let known = new Set<string>();

function empty(): Report {
  return { sent: 0, heard: {}, doubled: 0, delays: [] };
}

/** As long as the ids of posts: sender, number and time in hexadecimal. */
const write = (sender: number, number: number, at: number) =>
  `${sender.toString(16).padStart(8, '0')}-${number.toString(16).padStart(12, '0')}-${at.toString(16).padStart(14, '0')}`;

function hear(id: string): void {
  const [sender = 0, , at = 0] = id.split('-').map((part) => parseInt(part, 16));
  report.delays.push((microseconds() - at) / 1_000);
  report.heard[sender] = (report.heard[sender] ?? 0) + 1;
  const name = id.slice(0, id.lastIndexOf('-'));
  if (known.has(name)) report.doubled += 1;
  known.add(name);
}

async function obey({ sender, rate, milliseconds, together }: Order): Promise<void> {
  report = empty();
  known = new Set();
  const begin = microseconds();
  const all = Math.round((rate * milliseconds) / 1_000);
  const failures: Promise<void>[] = [];
  const send = () => {
    const due = Math.min(all, Math.floor(((microseconds() - begin) * rate) / 1e6));
    for (; report.sent < due; report.sent += 1) {
      const id = write(sender, report.sent, Math.round(begin + (report.sent / rate) * 1e6));
      if (together) hub.tell(TOPIC, id);
      else failures.push(database.notify(ALONE, `${TOPIC} ${id}`));
    }
  };
  const timer = setInterval(send, 1);
  await sleep(milliseconds + 50);
  clearInterval(timer);
  send();
  await Promise.all([hub.settled(), ...failures]);
  for (let heard = -1; heard < report.delays.length;) {
    heard = report.delays.length;
    await sleep(QUIET);
  }
  process.send?.(report);
}

hub.on(TOPIC, { onSignal: hear, onGap: () => {} });
await hub.start();
await database.listen(
  ALONE,
  (payload) => hear(payload.slice(TOPIC.length + 1)),
  () => {},
);
process.on('message', (order: Order) => void obey(order));
process.on('disconnect', () => process.exit());
process.send?.('ready');
