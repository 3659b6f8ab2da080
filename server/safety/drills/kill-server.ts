import { setTimeout as sleep } from 'node:timers/promises';
import { copyStartedFolder } from '../../testing/outside/started-folder.ts';
import { Writers, type Ledger } from './ledger.ts';
import { DrillServer } from './drill-server.ts';

/** [SF-24] Kills the server with SIGKILL under writes, once per round, on the engine in the environment. */
export async function killServer(
  environment: Record<string, string>,
  rounds: number,
): Promise<Ledger & { longestStart: number }> {
  if (!environment['DATABASE_URL']) await copyStartedFolder(environment['DATA_DIR'] ?? '', '1');
  const server = new DrillServer(environment);
  await server.start();
  let longestStart = 0;
  let writers: Writers | undefined;
  try {
    writers = await Writers.begin(await server.signIn(server.accounts[0]));
    for (let round = 0; round < rounds; round += 1) {
      await sleep(300 + Math.random() * 700);
      await server.stop('SIGKILL');
      longestStart = Math.max(longestStart, await server.start());
    }
    await sleep(300);
    await writers.stop();
    return { ...(await writers.close()), longestStart };
  } finally {
    writers?.abandon();
    await server.stop('SIGKILL');
  }
}
