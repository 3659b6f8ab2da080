import { JourneyServer, shareServer } from './journey-server.ts';

/** Starts one server of each edition for all journeys; at the end, none of them may have complained of anything. */
export default async function setUp(): Promise<() => Promise<void>> {
  const servers: JourneyServer[] = [];
  for (const edition of ['beta', 'official']) {
    const server = await JourneyServer.open({ EDITION: edition });
    shareServer(edition, server);
    servers.push(server);
  }
  return async () => {
    const complaints = servers.flatMap((server) => server.takeComplaints());
    for (const server of servers) await server.close();
    if (complaints.length > 0) throw new Error(`The servers complained:\n${complaints.join('\n')}`);
  };
}
