import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('nothing need be set to start: this machine only, the demo, no production', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    origin: null,
    databaseUrl: null,
    smtpUrl: null,
    edition: 'beta',
    features: [],
    demo: true,
  });
});

test('[SF-23] production has neither demo nor defaults that a stranger knows', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    EDITION: 'beta',
    ORIGIN: 'https://madang.korea.ac.kr/',
    SMTP_URL: 'smtps://user:secret@mail.korea.ac.kr',
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
  [{ ORIGIN: 'madang' }, 'ORIGIN: must be an address such as'],
  [{ ORIGIN: 'https://a.kr/path' }, 'ORIGIN: must have no path, query or user'],
  [{ ORIGIN: 'https://a.kr' }, 'SMTP_URL: is required when ORIGIN is not on this machine'],
  [{ HOST: '0.0.0.0' }, 'ORIGIN: is required when HOST can be reached from other machines'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must be a postgres:// address'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: must be an smtp:// or smtps:// address'],
  [{ EDITION: 'gold' }, 'EDITION: must be beta or official'],
  [{ FEATURES: 'search,teleport' }, 'FEATURES: knows no feature "teleport"'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be a pino level'],
  [{ DEMO: 'yes' }, 'DEMO: must be 0 or 1'],
])('%j is refused in one line that names the variable', (environment, line) => {
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

test('[M-46g] production refuses to start without EDITION, in one line that says what to set', () => {
  const set = { NODE_ENV: 'production', ORIGIN: 'https://madang.korea.ac.kr', SMTP_URL: 'smtp://mail' };
  for (const EDITION of [undefined, '']) {
    const start = () => readConfig({ ...set, EDITION });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/^EDITION: is required in production: beta, or official for .+$/);
  }
  for (const EDITION of ['beta', 'official'] as const)
    expect(readConfig({ ...set, EDITION }).edition).toBe(EDITION);
});

test('an empty value is none', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: null, port: 3000 });
});
