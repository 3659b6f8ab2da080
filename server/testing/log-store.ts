import { startSwift, SWIFT, type Swift } from './swift.ts';
import { startTlsFront } from './tls-front.ts';

/** An S3 store of pgBackRest's own behind TLS, which is all that it speaks. */
export interface LogStore {
  swift: Swift;
  /** The file of the certificate that pgBackRest must trust. */
  certificate: string;
  /** What stands in `deploy/pgbackrest/s3.conf` in place of the operator's words. */
  values: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts one that is reached by `host`; its certificate lies in `folder`. */
export async function startLogStore(folder: string, host = 'localhost'): Promise<LogStore> {
  const swift = await startSwift();
  await swift.makeBucket('log');
  const address = host === 'localhost' ? '127.0.0.1' : host;
  const front = await startTlsFront(Number(new URL(swift.origin).port), folder, {
    name: host,
    host: address,
  });
  return {
    swift,
    certificate: front.certificate,
    values: {
      'repo1-s3-endpoint': `${host}:${front.port}`,
      'repo1-s3-region': SWIFT.region,
      'repo1-s3-bucket': 'log',
      'repo1-s3-key': SWIFT.keyId,
      'repo1-s3-key-secret': SWIFT.secret,
    },
    async close() {
      front.close();
      await swift.stop();
    },
  };
}
