import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('nothing needs to be set to start: local access, the demo, no production', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    origin: null,
    databaseUrl: null,
    smtpUrl: null,
    edition: 'beta',
    demo: true,
  });
});

test('[SF-23] production: has neither demo nor public default secrets', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    EDITION: 'beta',
    ORIGIN: 'https://madang.korea.ac.kr/',
    SMTP_URL: 'smtps://user:secret@mail.korea.ac.kr',
    DATABASE_URL: 'postgres://madang@db/madang',
    DEMO: '1',
  });
  expect(config).toMatchObject({
    production: true,
    origin: 'https://madang.korea.ac.kr',
    demo: false,
    logLevel: 'info',
  });
});

test.each([
  [{ NODE_ENV: 'production', SMTP_URL: 'smtp://mail' }, 'ORIGIN: is required in production'],
  [{ NODE_ENV: 'production', ORIGIN: 'https://a.kr' }, 'SMTP_URL: is required in production'],
  [{ PORT: 'eighty' }, 'PORT: must be a number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT: must be a number from 0 to 65535'],
  [{ SOCKET: 'run/blue.sock' }, 'SOCKET: must be an absolute path of at most 96 bytes'],
  [{ SOCKET: `/${'x'.repeat(96)}` }, 'SOCKET: must be an absolute path of at most 96 bytes'],
  [{ SOCKET: '/run/blue.sock' }, 'ORIGIN: is required beside SOCKET'],
  [{ METRICS_PORT: 'none' }, 'METRICS_PORT: must be a number from 1 to 65535'],
  [{ METRICS_PORT: '0' }, 'METRICS_PORT: must be a number from 1 to 65535'],
  [{ METRICS_PORT: '65536' }, 'METRICS_PORT: must be a number from 1 to 65535'],
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT: must be another port than PORT'],
  [{ ORIGIN: 'madang' }, 'ORIGIN: must be an address such as'],
  [{ ORIGIN: 'https://a.kr/path' }, 'ORIGIN: must have no path, query or user'],
  [{ ORIGIN: 'https://마당.한국/path' }, 'ORIGIN: must have no path, query or user'],
  [{ ORIGIN: 'https://a.kr?' }, 'ORIGIN: must have no path, query or user'],
  [{ ORIGIN: 'https://me@a.kr' }, 'ORIGIN: must have no path, query or user'],
  [{ ORIGIN: 'https://a.kr' }, 'SMTP_URL: is required when ORIGIN is not on this machine'],
  [{ HOST: '0.0.0.0' }, 'ORIGIN: is required when HOST can be reached from other machines'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must be an address such as postgres://'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: must be an smtp:// or smtps:// address'],
  ...['pa#ss', 'pa/ss', '12/3', '12#3', 'pa?s'].map((password): [Record<string, string>, string] => [
    { SMTP_URL: `smtps://user:${password}@mail.example.ac.kr` },
    'SMTP_URL: must be an smtp:// or smtps:// address such as',
  ]),
  [{ EDITION: 'gold' }, 'EDITION: must be beta or official'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be a pino level'],
  [{ DEMO: 'yes' }, 'DEMO: must be 0 or 1'],
])('%j: refused in one line with the variable', (environment, line) => {
  let message = '';
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = (error as Error).message;
  }
  expect(message).toContain(line);
  expect(message).not.toContain('\n');
});

function lineOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a NODE_ENV that is none and a MAIL_FROM that is no address are reported', () => {
  expect(lineOf({ NODE_ENV: 'prod' })).toBe('NODE_ENV: must be production or development');
  for (const wrong of [
    'abc',
    'Madang',
    '<>',
    'a@b@c.kr',
    'Madang no-reply@a.kr',
    'A <a@a.kr>, B <b@b.kr>',
    'A, B <a@a.kr>',
  ])
    expect([wrong, lineOf({ MAIL_FROM: wrong })]).toEqual([
      wrong,
      'MAIL_FROM: must be one address, such as Madang <no-reply@madang.example.ac.kr>',
    ]);
  for (const right of [
    'no-reply@a.kr',
    '마당 <no-reply@a.kr>',
    '"Madang, Korea" <a+b@localhost>',
    '<a@a.kr>',
  ])
    expect([right, lineOf({ MAIL_FROM: right })]).toEqual([right, '']);
});

test('production without HTTPS or without DATABASE_URL is refused', () => {
  const production = {
    NODE_ENV: 'production',
    ORIGIN: 'https://madang.korea.ac.kr',
    SMTP_URL: 'smtp://mail',
    DATABASE_URL: 'postgres://madang@db/madang',
    EDITION: 'beta',
  };
  expect(lineOf(production)).toBe('');
  expect(lineOf({ ...production, ORIGIN: 'http://madang.korea.ac.kr' })).toMatch(
    /^ORIGIN: must begin with https:\/\/ in production; /,
  );
  // A local test of production uses no network.
  expect(lineOf({ ...production, ORIGIN: 'http://localhost:3000' })).toBe('');
  expect(lineOf({ ...production, DATABASE_URL: '' })).toMatch(
    /^DATABASE_URL: is required in production, e\.g\. /,
  );
});

test('sslmode=require checks the certificate as the driver does, without the warning of the driver', () => {
  const of = (query: string) => readConfig({ DATABASE_URL: `postgres://db/madang?${query}` }).databaseUrl;
  for (const mode of ['prefer', 'require', 'verify-ca'])
    expect(of(`sslmode=${mode}&a=b`)).toBe('postgres://db/madang?sslmode=verify-full&a=b');
  for (const query of ['sslmode=no-verify', 'sslmode=disable', 'uselibpqcompat=true&sslmode=require'])
    expect(of(query)).toBe(`postgres://db/madang?${query}`);
});

test('several hosts in DATABASE_URL are reported, and a comma in a password is none', () => {
  for (const several of [
    'postgres://a,b/madang',
    'postgres://a:1,b:2/madang',
    'postgres://u:p@a,b',
    'postgresql:///madang?host=a,b',
  ])
    expect([several, lineOf({ DATABASE_URL: several })]).toEqual([
      several,
      'DATABASE_URL: names several hosts; name one that always leads to the primary',
    ]);
  for (const one of [
    'postgres://u:p,w@a:1/madang',
    'postgres:///madang?host=/run/postgresql',
    'postgres://[::1]/a',
  ])
    expect([one, lineOf({ DATABASE_URL: one })]).toEqual([one, '']);
});

test('production without EDITION: refuses to start, with one line about it', () => {
  const set = {
    NODE_ENV: 'production',
    ORIGIN: 'https://madang.korea.ac.kr',
    SMTP_URL: 'smtp://mail',
    DATABASE_URL: 'postgres://madang@db/madang',
  };
  for (const EDITION of [undefined, '']) {
    const start = () => readConfig({ ...set, EDITION });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/^EDITION: is required in production: beta, or official for .+$/);
  }
  for (const EDITION of ['beta', 'official'] as const)
    expect(readConfig({ ...set, EDITION }).edition).toBe(EDITION);
});

test('edition: beta by default', () => {
  const editionOf = (environment: Record<string, string>) => readConfig(environment).edition;
  expect([editionOf({}), editionOf({ EDITION: 'official' })]).toEqual(['beta', 'official']);
});

test('demo folder: one per edition; on one PostgreSQL the pictures keep their folder', () => {
  const folder = (environment: Record<string, string>) => readConfig(environment).dataFolder;
  expect(folder({})).toBe(resolve('data'));
  expect(folder({ EDITION: 'beta' })).toBe(resolve('data'));
  expect(folder({ EDITION: 'official' })).toBe(resolve('data-official'));
  expect(folder({ EDITION: 'official', DATA_DIR: 'elsewhere' })).toBe(resolve('elsewhere'));
  expect(folder({ EDITION: 'official', DATABASE_URL: 'postgres://db/madang' })).toBe(resolve('data'));
});

test('variable of an earlier version: rejected with what to do instead, unless empty', () => {
  for (const value of ['1', 'auto'])
    expect(lineOf({ PROCESSES: value })).toBe(
      'PROCESSES: is gone; remove it and start more instances behind the shipped nginx, one a core (docs/operating.md)',
    );
  expect(lineOf({ DATABASE_READ_URL: 'postgres://db/madang' })).toBe(
    'DATABASE_READ_URL: is gone; remove it; everything is read from DATABASE_URL',
  );
  expect(lineOf({ DATABASE_DIRECT_URL: 'postgres://db/madang' })).toBe(
    'DATABASE_DIRECT_URL: is gone; remove it and name its address, PostgreSQL itself, as DATABASE_URL',
  );
  expect(lineOf({ PROCESSES: '', DATABASE_READ_URL: '', DATABASE_DIRECT_URL: '' })).toBe('');
});

test('empty value: counts as unset', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: null, port: 3000 });
});

test('a Korean domain in ORIGIN is read as browsers write it', () => {
  const read = (ORIGIN: string) => readConfig({ ORIGIN, SMTP_URL: 'smtp://mail' }).origin;
  expect(read('https://마당.한국')).toBe('https://xn--ok1b32k.xn--3e0b707e');
  expect(read('https://마당.한국:8443/')).toBe('https://xn--ok1b32k.xn--3e0b707e:8443');
  expect(read('https://xn--ok1b32k.xn--3e0b707e')).toBe('https://xn--ok1b32k.xn--3e0b707e');
});
