// Push services as one server process: accepts each push after a realistic delay and keeps a ledger.
// Tests decrypt the pushes.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeCertificate } from '../server/testing/certificate.ts';

/** Received since the last call: devices, pushes, and unencrypted pushes. */
export interface Ledger {
  devices: number;
  pushes: number;
  plain: number;
}

/** Milliseconds. */
const ANSWERS_AFTER = 50;

const [folder = '', host = '', ...others] = process.argv.slice(2);
makeCertificate(folder, host, 2, others);
const [cert, key] = ['fullchain.pem', 'key.pem'].map((name) => readFileSync(join(folder, name)));

const devices = new Set<string>();
let [pushes, plain] = [0, 0];

const server = createServer({ cert, key }, (incoming, outgoing) => {
  incoming.resume().on('end', () => {
    pushes += 1;
    if (incoming.headers['content-encoding'] !== 'aes128gcm') plain += 1;
    devices.add(incoming.url ?? '');
    setTimeout(() => outgoing.writeHead(201).end(), ANSWERS_AFTER);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', (order: 'look' | 'take') => {
  const ledger: Ledger = { devices: devices.size, pushes, plain };
  process.send?.(ledger);
  if (order === 'look') return;
  devices.clear();
  [pushes, plain] = [0, 0];
});
