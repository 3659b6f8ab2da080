import type { Socket } from 'node:net';
import type pg from 'pg';

/** Asked now, it answers what ends every connection of the pool that has said nothing since: its work fails at once. */
export function watchSilence(pool: pg.Pool): () => () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const socketOf = (client: pg.PoolClient) => client.connection.stream as Socket;
  return () => {
    const before = new Map([...clients].map((client) => [socketOf(client), socketOf(client).bytesRead]));
    return () => {
      for (const [socket, bytes] of before) if (socket.bytesRead === bytes) socket.destroy();
    };
  };
}
