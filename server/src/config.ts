import { join, resolve } from 'node:path';
import type { Edition } from '@madang/contract/campus/rules';
import type { S3Settings } from './platform/images/s3-settings.ts';
import { REMOVED_VARIABLES, variables, type Variables } from './variables.ts';

/** A wrong or missing environment value; the message is the one line an operator reads. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

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
  /** Where pictures lie; null where that is the data folder. */
  s3: S3Settings | null;
  smtpUrl: string | null;
  mailFrom: string | null;
  /** The file of the keys that the installation signs and hashes with. */
  keysFile: string;
  /** The file of the keys that pushes are signed with, and whether the operator named it: then it must be there. */
  pushKeys: { path: string; named: boolean };
  /** Hosts of the push services that are sent to. */
  pushServices: readonly string[];
  edition: Edition;
  campusFolder: string | null;
  /** Addresses and networks of proxies in front of this server. */
  proxies: readonly string[];
  limited: boolean;
  /** Whether answers that are the same for everybody are cached for up to a second. */
  caching: boolean;
  /** Whether browsers have a service worker; where not, the one that they have is removed. */
  worker: boolean;
  /** How long a page waits for its screen to be drawn, in milliseconds. */
  pagePatience: number;
  logLevel: string;
  demo: boolean;
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
    pushServices: values.PUSH_SERVICES,
    edition: values.EDITION ?? 'beta',
    campusFolder: values.CAMPUS ? resolve(values.CAMPUS) : null,
    proxies: values.TRUSTED_PROXIES,
    limited: values.LIMITS === 'on',
    caching: values.KEPT_ANSWERS === 'on',
    worker: values.WORKER === 'on',
    pagePatience: values.PAGE_PATIENCE,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    demo: values.DEMO === '1' && !production,
  };
}

/** Each edition's demo lies in a folder of its own; one PostgreSQL is one place, whatever edition runs on it. */
function usualFolder({ EDITION, DATABASE_URL }: Variables): string {
  return EDITION === 'official' && !DATABASE_URL ? 'data-official' : 'data';
}

/** What nobody may serve users without, or with. */
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

/** The address in links and mails, before it is known on which port a server listens. */
export function siteOf({ origin, port }: Pick<Config, 'origin' | 'port'>): string {
  return origin ?? `http://localhost:${port}`;
}

/** Names and addresses that only this machine itself can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
