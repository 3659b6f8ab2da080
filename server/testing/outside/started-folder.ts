import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BuiltServer, PROGRAM } from './built-server.ts';

const templates = fileURLToPath(new URL('../../../reports/started/', import.meta.url));

/**
 * Copies the data folder of a built server after its first start, which takes several seconds.
 * Synchronous: with 1,600 files, one event-loop turn per step would cost four times the processor time.
 */
export async function copyStartedFolder(to: string, demo: '0' | '1'): Promise<void> {
  cpSync(await startedFolder(demo), to, { recursive: true });
}

/** Returns the folder to copy; the first call per day and build starts a server to make it. */
export async function startedFolder(demo: '0' | '1'): Promise<string> {
  const build = createHash('sha256').update(await readFile(join(dirname(PROGRAM), '.built')));
  const name = `${build.digest('hex').slice(0, 12)}-${new Date().toISOString().slice(0, 10)}-${demo}`;
  const template = join(templates, name);
  if (!existsSync(template)) await makeTemplate(template, demo);
  return template;
}

async function makeTemplate(template: string, demo: string): Promise<void> {
  const making = `${template}.${process.pid}`;
  await mkdir(templates, { recursive: true });
  const server = new BuiltServer({ DATA_DIR: making, DEMO: demo, LOG_LEVEL: 'silent' });
  try {
    await server.start();
  } finally {
    await server.stop();
  }
  // Another process may have renamed its own; both are equal.
  await rename(making, template).catch(() => rm(making, { recursive: true, force: true }));
}
