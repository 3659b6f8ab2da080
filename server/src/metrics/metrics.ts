import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerCache } from '../http/answer-cache.ts';
import type { Database, Executor } from '../database/database.ts';
import type { RequestMeter } from '../http/request.ts';
import { countOpenStreams } from '../live/event-stream.ts';
import type { Logger } from '../log/log.ts';

/** Histogram bounds in seconds: cached answers, noticeable delays, abandoned requests. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface MetricSources {
  database: Database;
  cache: Pick<AnswerCache, 'hits' | 'misses'>;
  readDisk: () => Promise<{ free: number; all: number } | null>;
  readBackups: ReadBackups;
  /** Returns the certificate's expiry in seconds since 1970, or null. */
  readCertificate: () => number | null;
}

/**
 * A process's metrics in Prometheus' format (docs/decisions/0040). Requests write only histogram and page faults; scrapes
 * read the rest. Labels contain no ids of requests, students or posts.
 */
export class Metrics implements RequestMeter {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'route' | 'status'>;
  readonly #pageFaults: Counter<'screen' | 'release'>;
  readonly #pushAnswers: Counter<'service' | 'answer'>;
  readonly #jobs: Record<'waiting' | 'overdue' | 'givenUp', Gauge<'kind'>>;
  readonly #gauges: Record<
    'up' | 'mails' | 'oldestMail' | 'backup' | 'untried' | 'free' | 'all' | 'certificate',
    Gauge
  >;
  #underWay = 0;
  #watch: DatabaseWatch | undefined;
  #readDisk: MetricSources['readDisk'] = async () => null;
  #readCertificate: MetricSources['readCertificate'] = () => null;

  /** @param info labels of a gauge that is always 1. */
  constructor(info: { version: string; edition: string }) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'madang_info',
      help: 'Version and edition of this server',
      labelNames: ['version', 'edition'],
      registers,
    }).set(info, 1);
    this.#requests = new Histogram({
      name: 'madang_http_request_duration_seconds',
      help: 'Duration of requests in seconds, of streams until they begin',
      labelNames: ['route', 'status'],
      buckets: SECONDS,
      registers,
    });
    this.#gauge('http_requests_in_progress', 'Requests in progress', () => this.#underWay);
    this.#gauge('live_streams', 'Open event streams', countOpenStreams);
    this.#pageFaults = new Counter({
      name: 'madang_page_faults_total',
      help: 'Errors reported by pages; `other` for releases that do not run here',
      labelNames: ['screen', 'release'],
      registers,
    });
    this.#pushAnswers = new Counter({
      name: 'madang_push_answers_total',
      help: 'Answers of push services: sent, gone, refused, delayed; failed without an answer',
      labelNames: ['service', 'answer'],
      registers,
    });
    const ofKind = (name: string, help: string) =>
      new Gauge({ name: `madang_jobs_${name}`, help, labelNames: ['kind'] as const, registers });
    this.#jobs = {
      waiting: ofKind('waiting', 'Pending jobs, due now or later'),
      overdue: ofKind('oldest_due_seconds', 'Seconds by which the oldest pending job is overdue'),
      givenUp: ofKind('given_up', 'Abandoned jobs'),
    };
    this.#gauges = {
      up: this.#gauge('database_up', 'Whether the database answers'),
      mails: this.#gauge('mails_waiting', 'Mails in the queue'),
      oldestMail: this.#gauge('mails_oldest_seconds', 'Age of the oldest queued mail in seconds'),
      backup: this.#gauge('backup_age_seconds', 'Seconds since the last backup; absent before the first'),
      untried: this.#gauge(
        'backup_untried_seconds',
        'Seconds since the last trial restore; before the first, since the first backup',
      ),
      free: this.#gauge('disk_free_bytes', 'Free bytes of the disk of the data folder'),
      all: this.#gauge('disk_size_bytes', 'All bytes of the disk of the data folder'),
      certificate: this.#gauge(
        'certificate_end_timestamp_seconds',
        'Expiry of the certificate at ORIGIN, in seconds since 1970',
      ),
    };
    for (const gauge of Object.values(this.#gauges)) gauge.remove();
  }

  /** Sets the sources that are read on a scrape; call once. */
  watch({ database, cache, readDisk, readBackups, readCertificate }: MetricSources): void {
    this.#watch = new DatabaseWatch(database, readBackups);
    this.#readDisk = readDisk;
    this.#readCertificate = readCertificate;
    this.#counter('cache_hits_total', 'Answers from the cache', () => cache.hits);
    this.#counter('cache_misses_total', 'Shared answers read from the database', () => cache.misses);
    const { connections } = database;
    if (!connections) return;
    for (const [state, help] of [
      ['in_use', 'Pool connections in use'],
      ['idle', 'Idle pool connections'],
      ['waiting', 'Requests waiting for a connection'],
    ] as const)
      this.#gauge(`database_connections_${state}`, help, () => connections()[state]);
  }

  begin(): void {
    this.#underWay += 1;
  }

  end(route: string, status: number, seconds: number): void {
    this.#underWay -= 1;
    this.#requests.observe({ route, status }, seconds);
  }

  addPageFault(screen: string, release: string): void {
    this.#pageFaults.inc({ screen, release });
  }

  addPushAnswer(service: string, answer: string): void {
    this.#pushAnswers.inc({ service, answer });
  }

  /** Returns all metrics, also while the database is unreachable. */
  async render(): Promise<string> {
    const [seen, disk] = await Promise.all([this.#watch?.read() ?? null, this.#readDisk()]);
    const { up, free, all, certificate } = this.#gauges;
    if (this.#watch) up.set(seen ? 1 : 0);
    this.#showWaiting(seen);
    set(free, disk?.free);
    set(all, disk?.all);
    set(certificate, this.#readCertificate());
    return this.#registry.metrics();
  }

  /** Removes unknown values: the last ones would look healthy. */
  #showWaiting(seen: Waiting | null): void {
    for (const gauge of Object.values(this.#jobs)) gauge.reset();
    for (const { kind, ...numbers } of seen?.jobs ?? [])
      for (const name of ['waiting', 'overdue', 'givenUp'] as const)
        this.#jobs[name].set({ kind }, numbers[name]);
    set(this.#gauges.mails, seen?.mails);
    set(this.#gauges.oldestMail, seen?.oldestMail);
    set(this.#gauges.backup, seen?.backups.age);
    set(this.#gauges.untried, seen?.backups.untried);
  }

  #gauge(name: string, help: string, read?: () => number): Gauge {
    return new Gauge({
      name: `madang_${name}`,
      help,
      registers: [this.#registry],
      ...(read && {
        collect() {
          this.set(read());
        },
      }),
    });
  }

  #counter(name: string, help: string, read: () => number): void {
    new Counter({
      name: `madang_${name}`,
      help,
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
}

function set(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove();
  else gauge.set(value);
}

/** Returns a server for `GET /metrics` only; the caller starts listening. */
export function createMetricsServer(metrics: Pick<Metrics, 'render'>, log: Logger): Server {
  return createServer((incoming, outgoing) => {
    const end = (status: number, headers: Readonly<Record<string, string>> = {}, body = '') =>
      void outgoing.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(body);
    if (incoming.url?.split('?')[0] !== '/metrics') return end(404);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return end(405, { Allow: 'GET, HEAD' });
    metrics.render().then(
      (text) => end(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }, text),
      (error: Error) => {
        log.error({ error: error.message }, 'metrics not read');
        end(500);
      },
    );
  });
}

/** Timeout in milliseconds; Prometheus gives up after ten seconds. */
const WITHIN = 2_000;
/** Cache time in milliseconds, so that several scrapers cost one query. */
const KEPT_FOR = 5_000;

/** In seconds; null without a backup. */
export interface BackupAges {
  age: number | null;
  /** Since the last trial restore; before that, since the first backup. */
  untried: number | null;
}

type ReadBackups = (executor: Executor) => Promise<BackupAges>;

interface Waiting extends WaitingRow {
  backups: BackupAges;
}

/** Reads waiting work, one query at a time, with timeout. */
class DatabaseWatch {
  readonly #database: Database;
  readonly #readBackups: ReadBackups;
  #last: { seen: Waiting | null; at: number } | undefined;
  #pending: Promise<Waiting | null> | undefined;

  constructor(database: Database, readBackups: ReadBackups) {
    this.#database = database;
    this.#readBackups = readBackups;
  }

  /** Returns waiting work, some seconds old; null if unreachable. */
  async read(): Promise<Waiting | null> {
    if (this.#last && performance.now() - this.#last.at < KEPT_FOR) return this.#last.seen;
    this.#pending ??= this.#ask().finally(() => (this.#pending = undefined));
    const timeout = new AbortController();
    const late = sleep(WITHIN, null, { signal: timeout.signal }).catch(() => null);
    return Promise.race([this.#pending, late]).finally(() => timeout.abort());
  }

  async #ask(): Promise<Waiting | null> {
    const seen = await this.#look().catch(() => null);
    this.#last = { seen, at: performance.now() };
    return seen;
  }

  /** One transaction uses one connection of the pool. */
  #look(): Promise<Waiting> {
    return this.#database.transaction(async (transaction) => ({
      ...(await readWaiting(transaction)),
      backups: await this.#readBackups(transaction),
    }));
  }
}

/** Jobs of a kind; `overdue`: the oldest due time's age in seconds. */
interface WaitingJobs {
  kind: string;
  waiting: number;
  overdue: number;
  givenUp: number;
}

/** Waiting work; `oldestMail`: the oldest mail's age in seconds. */
interface WaitingRow {
  mails: number;
  oldestMail: number;
  jobs: WaitingJobs[];
}

/** Counts waiting jobs and mails; both tables are short. */
async function readWaiting(executor: Executor): Promise<WaitingRow> {
  const row = await executor.first<WaitingRow>(
    `SELECT count(*)::int AS mails,
            coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestMail",
            (SELECT coalesce(json_agg(counted), '[]')
               FROM (SELECT kind, count(due_at)::int AS waiting, count(given_up_at)::int AS "givenUp",
                            greatest(coalesce(extract(epoch FROM now() - min(due_at)), 0), 0)::float8 AS overdue
                       FROM jobs GROUP BY kind) counted) AS jobs
       FROM outbox`,
  );
  return row ?? { mails: 0, oldestMail: 0, jobs: [] };
}
