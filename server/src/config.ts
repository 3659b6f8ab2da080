import { join, resolve } from 'node:path';
import type { Edition } from '@madang/contract/campus/rules';
import type { S3Settings } from './images/s3-settings.ts';
import { isLoopback } from './lib/loopback.ts';
import { REMOVED_VARIABLES, variables, type Variables } from './variables.ts';

/** Invalid or missing environment variable; the message is one line. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

export interface Config {
  /** Whether roles need a passkey in addition to the password. */
  passkeys: boolean;
  production: boolean;
  port: number;
  host: string;
  /** Path of a Unix socket instead of port and host. */
  socket: string | null;
  metricsPort: number | null;
  /** Null if only this machine's browser is served. */
  origin: string | null;
  dataFolder: string;
  databaseUrl: string | null;
  /** S3 store of pictures; null for the data folder. */
  s3: S3Settings | null;
  smtpUrl: string | null;
  mailFrom: string | null;
  /** File of the keys for signing and hashing. */
  keysFile: string;
  /** File of the push signing keys; required if `named` by the operator. */
  pushKeys: { path: string; named: boolean };
  edition: Edition;
  campusFolder: string | null;
  proxies: readonly string[];
  limited: boolean;
  /** Whether shared answers are cached for up to a second. */
  caching: boolean;
  /** Whether browsers get a service worker; otherwise an installed one is removed. */
  worker: boolean;
  /** Rendering timeout of a page, in milliseconds. */
  pageTimeout: number;
  logLevel: string;
  demo: boolean;
}

/**
 * Reads and checks the environment, once.
 *
 * @throws {ConfigError} naming the first wrong or missing variable.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty value means "not set", as in shells and unit files.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const removed = Object.keys(REMOVED_VARIABLES).find((name) => name in given);
  if (removed) throw new ConfigError(`${removed}: is gone; ${REMOVED_VARIABLES[removed]}`);
  const result = variables.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message ?? 'is wrong'}`);
  }
  const values = result.data;
  const production = values.NODE_ENV === 'production';
  const local = !values.ORIGIN || isLoopback(new URL(values.ORIGIN).hostname);
  if (production) requireProduction(values, local);
  if (values.SOCKET && !values.ORIGIN)
    throw new ConfigError('ORIGIN: is required beside SOCKET; browsers come by a proxy’s address');
  if (!values.SOCKET && values.METRICS_PORT === values.PORT)
    throw new ConfigError('METRICS_PORT: must be another port than PORT');
  if (!local && !values.SMTP_URL)
    throw new ConfigError('SMTP_URL: is required when ORIGIN is not on this machine');
  if (values.HOST && !isLoopback(values.HOST) && !values.ORIGIN) {
    throw new ConfigError('ORIGIN: is required when HOST can be reached from other machines');
  }
  const dataFolder = resolve(values.DATA_DIR ?? usualFolder(values));
  return {
    production,
    passkeys: production || values.PASSKEYS === 'on',
    port: values.PORT,
    host: values.HOST ?? (production ? '::' : '127.0.0.1'),
    socket: values.SOCKET ?? null,
    metricsPort: values.METRICS_PORT ?? null,
    origin: values.ORIGIN ?? null,
    dataFolder,
    databaseUrl: values.DATABASE_URL ?? null,
    s3: values.S3_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? null,
    keysFile: resolve(values.INSTALLATION_KEYS ?? join(dataFolder, 'installation-keys.json')),
    pushKeys: {
      path: resolve(values.PUSH_KEYS ?? join(dataFolder, 'push-keys.json')),
      named: values.PUSH_KEYS !== undefined,
    },
    edition: values.EDITION ?? 'beta',
    campusFolder: values.CAMPUS ? resolve(values.CAMPUS) : null,
    proxies: values.TRUSTED_PROXIES,
    limited: values.LIMITS === 'on',
    caching: values.KEPT_ANSWERS === 'on',
    worker: values.WORKER === 'on',
    pageTimeout: values.PAGE_PATIENCE,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    demo: values.DEMO === '1' && !production,
  };
}

/** Returns the default data folder: one per edition, common with PostgreSQL. */
function usualFolder({ EDITION, DATABASE_URL }: Variables): string {
  return EDITION === 'official' && !DATABASE_URL ? 'data-official' : 'data';
}

function requireProduction(values: Variables, local: boolean): void {
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
      'EDITION: is required in production: beta, or official for everything that is built beyond it',
    );
  if (values.PASSKEYS === 'off') throw new ConfigError('PASSKEYS: cannot be off in production');
  if (values.LIMITS === 'off') throw new ConfigError('LIMITS: cannot be off in production');
}

/** Returns the origin for links and mails, before the listening port is known. */
export function siteOf({ origin, port }: Pick<Config, 'origin' | 'port'>): string {
  return origin ?? `http://localhost:${port}`;
}
