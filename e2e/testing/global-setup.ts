import { startedFolder } from '../../server/testing/outside/started-folder.ts';

/** Makes the data folder that every worker copies, before they want it at the same time. */
export default async function setUp(): Promise<void> {
  await startedFolder('1');
}
