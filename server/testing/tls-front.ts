import { mkdtempSync, readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { makeCertificate } from './certificate.ts';

/** TLS before something that speaks without it, as a proxy gives it. */
export interface TlsFront {
  port: number;
  /** The certificate that is shown, which is signed by itself. */
  certificate: string;
  /** Shows another one from now on, for so many days. */
  renew(days: number): void;
  close(): void;
}

/** Leads to a port of this machine; certificates for `name` are made in `folder`. */
export async function startTlsFront(
  behind: number,
  folder: string,
  { name = 'localhost', host = '127.0.0.1', port = 0 } = {},
): Promise<TlsFront> {
  const server = createServer((socket) => {
    const onwards = connect(behind, '127.0.0.1');
    socket.on('error', () => onwards.destroy());
    onwards.on('error', () => socket.destroy());
    socket.pipe(onwards).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const front: TlsFront = {
    port: (server.address() as AddressInfo).port,
    certificate: '',
    renew(days) {
      const place = mkdtempSync(join(folder, 'certificate-'));
      makeCertificate(place, name, days);
      front.certificate = join(place, 'fullchain.pem');
      server.setSecureContext({
        key: readFileSync(join(place, 'key.pem')),
        cert: readFileSync(front.certificate),
      });
    },
    close: () => server.close(),
  };
  front.renew(90);
  return front;
}
