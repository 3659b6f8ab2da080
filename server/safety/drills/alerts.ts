import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverFolder } from '../../src/platform/server-folder.ts';
import { startAlertReceiver, startPrometheus } from '../../testing/prometheus.ts';
import { breakNode, failTrial, lockPosts, NodeExporter, takeProcessor } from './alert-faults.ts';
import { AlertWatch } from './alert-watch.ts';
import { Writers } from './ledger.ts';
import { Meter, NO_ANSWER, Readers, type Step } from './meter.ts';
import { runOperator } from './operator-process.ts';
import type { PartReport } from './part-report.ts';
import {
  FASTER,
  readDashboard,
  readShorterRules,
  readShorterSettings,
  shortenWindows,
} from './shorter-rules.ts';
import { WatchedServer } from './watched-server.ts';

/** In which no alert may so much as begin, but for those that tell of a machine with other work: they may not fire. */
const QUIET = 15_000;
const OF_THE_MACHINE = new Set(['MadangSlow', 'MadangEventLoopBlocked']);
/** Longer than any of the shorter alerts waits, an hour's aside. */
const SOON = 45_000;
const TRIAL = ['backup', 'verify', '--folder'] as const;
type Fault = [name: string, work: () => Promise<void>];
const HOURLY = 3_600_000 / FASTER + SOON;

/**
 * A real Prometheus with the shipped files, their times divided, and a real server: each alert is made to fire by its fault, and
 * to go silent by its mending. Whatever fires without its fault is told.
 */
export async function fireAlerts(folder: string, print: (line: string) => void): Promise<PartReport> {
  const watched = await WatchedServer.open(folder);
  const receiver = await startAlertReceiver();
  const node = await NodeExporter.start();
  const { text, names } = readShorterRules();
  const prometheus = await startPrometheus(
    join(folder, 'prometheus'),
    readShorterSettings({ metrics: watched.metricsPort, alertmanager: receiver.port, node: node.port }),
    text,
  );
  let writers: Writers | undefined;
  let watch: AlertWatch | undefined;
  try {
    await watched.server.start();
    await runOperator(watched.environment, 'backup', join(folder, 'madang-1.tar.gz'));
    await runOperator(watched.environment, ...TRIAL, folder);
    const meter = new Meter();
    meter.expected = [NO_ANSWER, 503];
    const client = meter.watch(await watched.signIn());
    writers = await Writers.begin(client, 6, 150);
    const steps: Step[] = [];
    // Until there was a server and a backup there was something to tell; what the database knows is asked for once in five seconds.
    while ((await prometheus.query('madang_backup_age_seconds')).length === 0) await sleep(500);
    while ((await prometheus.readAlerts()).length > 0) await sleep(500);
    watch = new AlertWatch(prometheus.readAlerts);
    meter.take('');
    const readers = new Readers(client, 30);
    await client.ask('POST /api/faults', { body: { path: '/write', release: '0.0.0' } });
    const wrong = await lookAtDashboard(prometheus.query, watch);
    await readers.stop();
    steps.push(meter.take('quiet'));
    for (const [name, fault] of faults(watched, watch, node)) {
      print(name);
      await fault();
      steps.push(meter.take(name));
    }
    await writers.stop();
    await watch.stop();
    for (const [name, { after, silentAfter }] of watch.fired)
      print(
        `${name} fired ${after} ms after its fault, and was silent ${silentAfter} ms after it was mended`,
      );
    const { lost, doubled, wrongSums } = await writers.close();
    const untold = names.filter((name) => !/[가-힣]/.test(receiver.received.get(name)?.['summary'] ?? ''));
    return {
      failed: [
        ...wrong,
        ...watch.wrong,
        ...names.filter((name) => !watch?.fired.get(name)?.silentAfter).map((name) => `${name} did not fire`),
        ...untold.map((name) => `${name} did not come to the Alertmanager in Korean`),
        ...meter.failed,
        ...wrongSums,
      ],
      lost,
      doubled,
      steps,
    };
  } finally {
    watch?.abandon();
    writers?.abandon();
    await prometheus.stop();
    receiver.close();
    node.close();
    await watched.close();
  }
}

/** While all is well: no alert, and data for every query. */
async function lookAtDashboard(
  query: Awaited<ReturnType<typeof startPrometheus>>['query'],
  watch: AlertWatch,
): Promise<string[]> {
  const wrong: string[] = [];
  const end = Date.now() + QUIET;
  while (Date.now() < end) {
    await sleep(500);
    const begun = watch.names.filter((name) => !OF_THE_MACHINE.has(name));
    wrong.push(...begun.map((name) => `${name} while all was well`));
  }
  for (const { title, query: words } of readDashboard()) {
    const found = await query(shortenWindows(words));
    if (!found.some(({ value: [, value] }) => Number.isFinite(Number(value))))
      wrong.push(`the dashboard shows nothing under ${title}: ${words}`);
  }
  return wrong;
}

/** What is broken, one after the other; what takes an hour goes on beside the others. */
function faults(watched: WatchedServer, watch: AlertWatch, node: NodeExporter): Fault[] {
  const { server, cluster, disk } = watched;
  const fire = async (name: string, mend: () => Promise<unknown>, patience = SOON) => {
    await watch.untilFiring(name, patience);
    await mend();
    await watch.untilSilent(name, patience);
  };
  return [
    [
      'PostgreSQL is stopped',
      async () => {
        watch.break('MadangDatabaseDown', 'MadangErrors');
        await cluster.stopImmediately();
        await watch.untilFiring('MadangDatabaseDown', SOON);
        await watch.untilFiring('MadangErrors', SOON);
        await cluster.start();
        await watch.untilSilent('MadangDatabaseDown', SOON);
        await watch.untilSilent('MadangErrors', SOON);
      },
    ],
    [
      'the server is killed; the certificate that it then sees ends in two days',
      async () => {
        watch.break('MadangDown');
        await server.stop('SIGKILL');
        watched.setCertificate(2);
        await watch.untilFiring('MadangDown', SOON);
        watch.break('MadangCertificateEnds');
        await server.start();
        await watch.untilSilent('MadangDown', SOON);
      },
    ],
    [
      'the mail server is down and a mail waits; the newest backup is 27 hours old',
      async () => {
        watch.break('MadangMailsLate', 'MadangBackupOld');
        await watched.change(`UPDATE audit SET at = at - interval '27 hours' WHERE action = 'backup'`);
        await watched.stopMail();
        const { status } = await (
          await watched.signIn()
        ).call('POST /api/password-reset', { body: { email: server.accounts[0]?.email ?? '' } });
        if (status !== 202) throw new Error(`a mail was asked for and answered with ${status}`);
        await watch.untilFiring('MadangMailsLate', SOON);
        // It goes out at its next try, a minute after the last: seen below.
        await watched.startMail();
      },
    ],
    [
      'the last trial of a backup that went well is 182 hours ago, and this week’s finds a damaged one',
      async () => {
        watch.break('MadangBackupUntried');
        await watched.change(
          `UPDATE audit SET at = at - interval '182 hours' WHERE action = 'backup verify'`,
        );
        await failTrial(watched, join(watched.folder, 'madang-1.tar.gz'));
      },
    ],
    [
      'somebody locks the posts, again and again',
      async () => {
        watch.break('MadangSlow');
        const locking = new AbortController();
        const locks = [lockPosts(watched, locking.signal, 0), lockPosts(watched, locking.signal, 800)];
        try {
          await watch.untilFiring('MadangSlow', SOON);
        } finally {
          locking.abort();
          await Promise.all(locks);
        }
        await watch.untilSilent('MadangSlow', SOON);
      },
    ],
    [
      'the processor is taken from the server, a third of a second at a time',
      async () => {
        watch.break('MadangEventLoopBlocked');
        const taking = new AbortController();
        const taken = takeProcessor(server, taking.signal);
        try {
          await watch.untilFiring('MadangEventLoopBlocked', SOON);
        } finally {
          taking.abort();
          await taken;
        }
        await watch.untilSilent('MadangEventLoopBlocked', SOON);
      },
    ],
    [
      'the disk turns read-only while a picture must go: the tenth try',
      async () => {
        watch.break('MadangJobsGivenUp');
        // What a replaced picture leaves, and nine tries that failed: they would take three hours and a half.
        const images = join(watched.environment['DATA_DIR'] ?? '', 'images');
        await mkdir(join(images, 'replaced'), { recursive: true });
        await writeFile(join(images, 'replaced', 'one.webp'), 'x');
        disk.setReadOnly(true);
        await watched.change(`INSERT INTO image_removals (key, due_at) VALUES ('replaced', now())`);
        await watched.change(`UPDATE jobs SET attempts = 9, due_at = now() WHERE kind = 'removePictures'`);
        await fire('MadangJobsGivenUp', async () => {
          disk.setReadOnly(false);
          await runOperator(watched.environment, 'jobs', 'retry', 'removePictures');
        });
      },
    ],
    [
      'a screen fails on every phone, as its pages report',
      async () => {
        watch.break('MadangPagesFail');
        const phone = await watched.signIn();
        const { version } = JSON.parse(await readFile(join(serverFolder(), 'package.json'), 'utf8')) as {
          version: string;
        };
        const body = { path: '/post/0199f0a0-0000-7000-8000-00000000abcd', release: version };
        const failing = setInterval(() => void phone.send('POST', '/api/faults', { json: body }), 100);
        try {
          await watch.untilFiring('MadangPagesFail', SOON);
        } finally {
          clearInterval(failing);
        }
        await watch.untilSilent('MadangPagesFail', SOON);
      },
    ],
    [
      'a job is due, and somebody who hangs has its row locked',
      async () => {
        watch.break('MadangJobsLate');
        const [clock, hold] = [await watched.connect(), await watched.connect()];
        await clock.query(`BEGIN; UPDATE jobs SET due_at = now() WHERE kind = 'sweepTokens'`);
        // Stands in line before any server can.
        const held = hold.query(`BEGIN; SELECT 1 FROM jobs WHERE kind = 'sweepTokens' FOR UPDATE`);
        await sleep(200);
        await clock.query('COMMIT');
        await held;
        await fire('MadangJobsLate', () => hold.query('COMMIT'));
        await Promise.all([clock.end(), hold.end()]);
      },
    ],
    [
      'the disk of the data folder is nearly full',
      async () => {
        watch.break('MadangDiskNearlyFull');
        const ballast = join(disk.folder, 'ballast');
        await writeFile(ballast, Buffer.alloc(Math.floor(60 * 1024 * 1024)));
        await fire('MadangDiskNearlyFull', () => rm(ballast));
      },
    ],
    ['the disk of PostgreSQL is nearly full, then nobody sees it', () => breakNode(node, watch, fire)],
    ['the mail server has been back for a while', () => watch.untilSilent('MadangMailsLate', 90_000)],
    [
      'a backup is made',
      () =>
        fire(
          'MadangBackupOld',
          () => runOperator(watched.environment, 'backup', join(watched.folder, 'madang-2.tar.gz')),
          HOURLY,
        ),
    ],
    [
      'it is tried',
      () =>
        fire('MadangBackupUntried', () => runOperator(watched.environment, ...TRIAL, watched.folder), HOURLY),
    ],
    [
      'the certificate is renewed, and the server started anew to look at it',
      async () => {
        await watch.untilFiring('MadangCertificateEnds', HOURLY);
        watched.setCertificate(90);
        watch.break('MadangDown');
        await server.restart();
        await watch.untilSilent('MadangDown', SOON);
        await watch.untilSilent('MadangCertificateEnds', SOON);
      },
    ],
  ];
}
