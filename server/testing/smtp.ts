import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received {
  recipients: string[];
  /** Name in the client's greeting. */
  greeting: string;
  raw: string;
}

/** Starts a local mail server that keeps accepted mails and defers while `refuse` returns true. */
export async function startSmtp(refuse: () => boolean = () => false, port = 0, host = '127.0.0.1') {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        if (refuse()) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, greeting: session.hostNameAppearsAs, raw });
        return done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.server.address() as AddressInfo;
  return {
    received,
    port: address.port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
