import { JourneyServer, shareServer } from './journey-server.ts';

/** Starts one server per edition for all journeys; fails at the end if one logged a warning. */
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
