import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JourneyServer } from './journey-server.ts';

/** Where the fixtures find the planted folder: workers inherit the environment. */
const TEMPLATE = 'MADANG_JOURNEY_TEMPLATE';

/** The planted data folder that every worker copies. */
export function templateFolder(): string {
  const folder = process.env[TEMPLATE];
  if (!folder) throw new Error('the global setup has not run');
  return folder;
}

/** Plants the demo world once; planting takes longer than copying. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'madang-journeys-'));
  process.env[TEMPLATE] = folder;
  const server = new JourneyServer(join(folder, 'data'));
  try {
    await server.start();
  } finally {
    await server.stop();
  }
  return () => rm(folder, { recursive: true, force: true });
}
