import { isAbsolute, resolve } from 'node:path';
import {
  BUILT_FEATURES,
  FEATURES,
  findMissingNeed,
  STARTED_FEATURES,
  type Feature,
} from '@madang/contract/campus/rules';
import { z } from 'zod';
import { isNetwork } from './platform/http/client-address.ts';
import { parseS3Url, type S3Settings } from './platform/images/s3-settings.ts';
import { countCores, PROCESSES_MAX } from './supervision.ts';

/** A wrong or missing environment value; the message is the one line an operator reads. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a number from 0 to 65535');

/** What Linux takes as the address of a socket, less the process's number that stands behind it until it is ready. */
const SOCKET_BYTES_MAX = 96;

const socket = z.string().refine((path) => isAbsolute(path) && Buffer.byteLength(path) <= SOCKET_BYTES_MAX, {
  error: `must be an absolute path of at most ${SOCKET_BYTES_MAX} bytes, such as /run/madang/blue.sock`,
});

const metricsPort = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 1 to 65535')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a number from 1 to 65535');

const origin = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an address such as https://madang.example.ac.kr',
    abort: true,
  })
  .refine((text) => new URL(text).origin === text.replace(/\/$/, ''), 'must have no path, query or user')
  .transform((text) => new URL(text).origin);

const features = z.string().transform((list, context) => {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.find((name) => !FEATURES.includes(name as Feature));
  if (unknown)
    context.addIssue({
      code: 'custom',
      message: `knows no feature "${unknown}"; there are ${FEATURES.join(', ')}`,
    });
  return names as Feature[];
});

const networks = z.string().transform((list, context) => {
  const given = list
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
  const wrong = given.find((network) => !isNetwork(network));
  if (wrong)
    context.addIssue({
      code: 'custom',
      message: `"${wrong}" is no address and no network such as 10.0.0.0/8`,
    });
  return given;
});

/** One sender: more would be parsed as several addresses, and mail servers refuse what is no address. */
const SENDER =
  /^(?:(?:"[^"<>\r\n]*" *|[^"<>(),;:@\r\n]*)<[^\s"(),:;<>@]+@[A-Za-z0-9.-]+>|[^\s"(),:;<>@]+@[A-Za-z0-9.-]+)$/;

/** A comma in the host, or in the one that the query names; a password may hold one. */
const SEVERAL_HOSTS = /^[^/]*\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|[?&]host=[^&]*,/;

const databaseUrl = z
  .string()
  .refine((text) => !SEVERAL_HOSTS.test(text), {
    error: 'names several hosts; name one that always leads to the primary',
    abort: true,
  })
  .refine((text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an address such as postgres://user:password@host:5432/madang',
  });

const s3Url = z.string().transform((text, context) => {
  const settings = parseS3Url(text);
  if (typeof settings !== 'string') return settings;
  context.addIssue({ code: 'custom', message: settings });
  return z.NEVER;
});

/** Every environment variable that the server reads, with what it means. */
const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be production or development' })
    .default('development')
    .describe('`production` turns demo accounts and mailbox off'),
  PORT: port.default(3000).describe('TCP port; 0 takes any free one'),
  HOST: z.string().min(1).optional().describe('address to listen on; 127.0.0.1, in production all'),
  SOCKET: socket
    .optional()
    .describe('file in place of PORT and HOST, for a proxy on this machine; there once it is ready'),
  METRICS_PORT: metricsPort
    .optional()
    .describe('TCP port on 127.0.0.1 for GET /metrics; without it nothing is measured'),
  ORIGIN: origin
    .optional()
    .describe('the one address under which browsers reach this site; required in production'),
  DATA_DIR: z.string().min(1).optional().describe('folder for the embedded database, images and mailbox'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or newer, required in production; without it the embedded database is used'),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe('PostgreSQL itself, where DATABASE_URL leads through a pooler in transaction mode'),
  DATABASE_READ_URL: databaseUrl
    .optional()
    .describe('replicas of DATABASE_URL, for what is the same for everybody'),
  S3_URL: s3Url
    .optional()
    .describe(
      'S3 store for pictures, `https://KEY:SECRET@host/bucket?region=…`; without it they lie in DATA_DIR',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional()
    .describe('mail server; without it mails go to the built-in mailbox'),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be one address, such as Madang <no-reply@madang.example.ac.kr>')
    .optional()
    .describe('sender of mails, `Name <address>`'),
  EDITION: z
    .enum(['beta', 'official'], { error: 'must be beta or official' })
    .optional()
    .describe('beta, which it is where none is set; required in production'),
  FEATURES: features.default([]).describe('single official features to turn on, joined by commas'),
  CAMPUS: z.string().min(1).optional().describe('campus folder; the one of this repository by default'),
  TRUSTED_PROXIES: networks
    .default([])
    .describe('addresses or networks, joined by commas, whose X-Forwarded-For is believed'),
  LIMITS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('off, which production refuses, lets a load test write as much as it likes'),
  PASSKEYS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .optional()
    .describe('whether a role needs a passkey beside the password: in production always'),
  KEPT_ANSWERS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('off asks the database for every answer: to measure what that costs'),
  PAGE_PATIENCE: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of milliseconds')
    .transform(Number)
    .default(100)
    .describe('milliseconds until a page goes out as it is, for the browser to draw'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a pino level' })
    .optional()
    .describe('info in production, else warn'),
  PROCESSES: z
    .string()
    .transform((text) => (text === 'auto' ? text : /^\d{1,2}$/.test(text) ? Number(text) : 0))
    .refine((value) => value === 'auto' || (value >= 1 && value <= PROCESSES_MAX), {
      error: `must be auto, which is one a core, or a number from 1 to ${PROCESSES_MAX}`,
    })
    .default(1)
    .describe('processes that share the port; `auto` is one a core, more than one needs DATABASE_URL'),
  DEMO: z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .default('1')
    .describe('0 starts without the demo world'),
});

export interface Config {
  /** A role needs a passkey beside the password. */
  passkeys: boolean;
  production: boolean;
  port: number;
  host: string;
  /** The file to listen at in place of port and host. */
  socket: string | null;
  /** Where the numbers are asked for; null where nothing is measured. */
  metricsPort: number | null;
  /** Null while only this machine's own browser is served. */
  origin: string | null;
  dataFolder: string;
  databaseUrl: string | null;
  /** PostgreSQL itself, where `databaseUrl` leads through a pooler in transaction mode. */
  directUrl: string | null;
  /** Replicas of the database; null where there are none. */
  readUrl: string | null;
  /** Where pictures lie; null where that is the data folder. */
  s3: S3Settings | null;
  smtpUrl: string | null;
  mailFrom: string | null;
  edition: 'beta' | 'official';
  /** What is lit: built, and turned on by the edition or by its name. */
  features: readonly Feature[];
  campusFolder: string | null;
  /** Addresses and networks of proxies in front of this server. */
  proxies: readonly string[];
  limited: boolean;
  /** Whether answers that are the same for everybody are cached for up to a second. */
  caching: boolean;
  /** How long a page waits for its screen to be drawn, in milliseconds. */
  pagePatience: number;
  logLevel: string;
  demo: boolean;
  /** How many processes answer on the port. */
  processes: number;
  /** That many because there are as many cores. */
  everyCore: boolean;
}

/**
 * Reads and checks the environment once; nothing else in the server looks at it.
 *
 * @throws {ConfigError} naming the first wrong or missing variable.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty value means "not set": that is how shells and unit files write it.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = variables.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message ?? 'is wrong'}`);
  }
  const values = result.data;
  const production = values.NODE_ENV === 'production';
  const local = !values.ORIGIN || isLoopback(new URL(values.ORIGIN).hostname);
  if (production) requireProduction(values, local);
  if (values.SOCKET) requireProxy(values);
  else if (values.METRICS_PORT === values.PORT)
    throw new ConfigError('METRICS_PORT: must be another port than PORT');
  if (!local && !values.SMTP_URL)
    throw new ConfigError('SMTP_URL: is required when ORIGIN is not on this machine');
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_URL: is required beside DATABASE_DIRECT_URL; without a pooler name it alone',
    );
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_URL: is required beside DATABASE_READ_URL; it is what the replicas follow',
    );
  if (values.HOST && !isLoopback(values.HOST) && !values.ORIGIN) {
    throw new ConfigError('ORIGIN: is required when HOST can be reached from other machines');
  }
  return {
    production,
    passkeys: production || values.PASSKEYS === 'on',
    port: values.PORT,
    host: values.HOST ?? (production ? '::' : '127.0.0.1'),
    socket: values.SOCKET ?? null,
    metricsPort: values.METRICS_PORT ?? null,
    origin: values.ORIGIN ?? null,
    dataFolder: resolve(values.DATA_DIR ?? usualFolder(values)),
    databaseUrl: values.DATABASE_URL ?? null,
    directUrl: values.DATABASE_DIRECT_URL ?? null,
    readUrl: values.DATABASE_READ_URL ?? null,
    s3: values.S3_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? null,
    edition: values.EDITION ?? 'beta',
    features: litFeatures(values),
    campusFolder: values.CAMPUS ? resolve(values.CAMPUS) : null,
    proxies: values.TRUSTED_PROXIES,
    limited: values.LIMITS === 'on',
    caching: values.KEPT_ANSWERS === 'on',
    pagePatience: values.PAGE_PATIENCE,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    demo: values.DEMO === '1' && !production,
    processes: countProcesses(values),
    everyCore: values.PROCESSES === 'auto',
  };
}

/** @throws {ConfigError} for what goes with a port alone. */
function requireProxy({ ORIGIN, PROCESSES }: z.output<typeof variables>): void {
  if (!ORIGIN) throw new ConfigError('ORIGIN: is required beside SOCKET; browsers come by a proxy’s address');
  if (PROCESSES !== 1)
    throw new ConfigError(
      'PROCESSES: leave it out beside SOCKET; start one process a socket and name each to the proxy',
    );
}

/** @throws {ConfigError} for several on the embedded database. */
function countProcesses({ PROCESSES, DATABASE_URL }: z.output<typeof variables>): number {
  if (PROCESSES === 'auto') return DATABASE_URL ? countCores() : 1;
  if (PROCESSES > 1 && !DATABASE_URL)
    throw new ConfigError(
      'PROCESSES: one process owns the data folder of the embedded database; set DATABASE_URL, or leave PROCESSES out',
    );
  return PROCESSES;
}

/** Whether a process that answers nothing itself starts those that do; also where `auto` finds one core, for its reload. */
export function isSupervised({
  databaseUrl,
  processes,
  everyCore,
}: Pick<Config, 'databaseUrl' | 'processes' | 'everyCore'>): boolean {
  return databaseUrl !== null && (everyCore || processes > 1);
}

/** The same for work that needs connections of its own: past the pooler, where there is one. */
export function pastPooler(config: Config): Config {
  return { ...config, databaseUrl: config.directUrl ?? config.databaseUrl, directUrl: null };
}

/** Each edition's demo lies in a folder of its own; one PostgreSQL is one place, whatever edition runs on it. */
function usualFolder({ EDITION, DATABASE_URL }: z.output<typeof variables>): string {
  return EDITION === 'official' && !DATABASE_URL ? 'data-official' : 'data';
}

/** @throws {ConfigError} for a feature without one that it needs, also where neither is built yet. */
function litFeatures({ EDITION, FEATURES: named, NODE_ENV }: z.output<typeof variables>): Feature[] {
  const wanted = EDITION === 'official' ? [...BUILT_FEATURES, ...named] : named;
  const missing = findMissingNeed(wanted);
  if (missing)
    throw new ConfigError(`FEATURES: ${missing.feature} needs ${missing.need}; name both, or neither`);
  const lit = NODE_ENV === 'production' ? BUILT_FEATURES : [...BUILT_FEATURES, ...STARTED_FEATURES];
  return lit.filter((name) => wanted.includes(name));
}

/** What nobody may serve users without, or with. */
function requireProduction(values: z.output<typeof variables>, local: boolean): void {
  if (!values.ORIGIN)
    throw new ConfigError('ORIGIN: is required in production, e.g. https://madang.example.ac.kr');
  if (!local && values.ORIGIN.startsWith('http:'))
    throw new ConfigError(
      'ORIGIN: must begin with https:// in production; passwords and sessions would travel readable',
    );
  if (!values.SMTP_URL)
    throw new ConfigError(
      'SMTP_URL: is required in production, e.g. smtps://user:password@mail.example.ac.kr',
    );
  if (!values.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_URL: is required in production, e.g. postgres://user:password@db/madang; the embedded database may lose the last seconds',
    );
  if (!values.EDITION)
    throw new ConfigError(
      'EDITION: is required in production: beta, or official for every feature that is built of it',
    );
  if (values.PASSKEYS === 'off') throw new ConfigError('PASSKEYS: cannot be off in production');
  if (values.LIMITS === 'off') throw new ConfigError('LIMITS: cannot be off in production');
}

/** The address in links and mails, before it is known on which port a server listens. */
export function siteOf({ origin, port }: Pick<Config, 'origin' | 'port'>): string {
  return origin ?? `http://localhost:${port}`;
}

/** Names and addresses that only this machine itself can reach. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
