import { join } from 'node:path';
import pg from 'pg';
import { ApiClient } from '../../testing/outside/api-client.ts';
import { findFreePort, startCluster, type Cluster } from '../../testing/postgres-cluster.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { startTlsFront, type TlsFront } from '../../testing/tls-front.ts';
import { DrillServer } from './drill-server.ts';
import { SmallDisk } from './small-disk.ts';

const DISK_MEGABYTES = 64;

/** Everything around a server that can break, each thing a real one: PostgreSQL, disk, mail server, TLS, and itself. */
export class WatchedServer {
  readonly cluster: Cluster;
  readonly disk: SmallDisk;
  readonly server: DrillServer;
  readonly environment: Record<string, string>;
  readonly metricsPort: number;
  readonly folder: string;
  readonly #port: number;
  readonly #tls: TlsFront;
  readonly #mailPort: number;
  #mail: Awaited<ReturnType<typeof startSmtp>> | null;

  private constructor(
    folder: string,
    started: {
      cluster: Cluster;
      tls: TlsFront;
      mail: Awaited<ReturnType<typeof startSmtp>>;
    },
    ports: { http: number; metrics: number },
  ) {
    this.folder = folder;
    this.cluster = started.cluster;
    this.#tls = started.tls;
    [this.#mail, this.#mailPort] = [started.mail, started.mail.port];
    [this.#port, this.metricsPort] = [ports.http, ports.metrics];
    this.disk = new SmallDisk(join(folder, 'disk'), DISK_MEGABYTES);
    this.environment = {
      ORIGIN: `https://127.0.0.1:${started.tls.port}`,
      SMTP_URL: `smtp://127.0.0.1:${this.#mailPort}`,
      DATABASE_URL: this.cluster.urlOf('madang'),
      DATA_DIR: join(this.disk.folder, 'data'),
      METRICS_PORT: String(ports.metrics),
      // It has a number of its own.
      EDITION: 'official',
    };
    this.server = new DrillServer({
      ...this.environment,
      PORT: String(ports.http),
      LOG_LEVEL: 'warn',
    });
  }

  static async open(folder: string): Promise<WatchedServer> {
    const [http, metrics] = [await findFreePort(), await findFreePort()];
    const cluster = await startCluster();
    await cluster.createDatabase('madang');
    // What a proxy does for browsers: TLS here, the rest behind it.
    const tls = await startTlsFront(http, folder);
    return new WatchedServer(folder, { cluster, tls, mail: await startSmtp() }, { http, metrics });
  }

  /** Gives the site a new certificate, for so many days. */
  setCertificate(days: number): void {
    this.#tls.renew(days);
  }

  /** A client signed in with a demo account, past the TLS. */
  async signIn(): Promise<ApiClient> {
    const client = new ApiClient(`http://127.0.0.1:${this.#port}`, this.environment['ORIGIN']);
    await client.ask('POST /api/session', {
      body: this.server.accounts[0] ?? { email: '', password: '' },
    });
    return client;
  }

  async stopMail(): Promise<void> {
    await this.#mail?.close();
    this.#mail = null;
  }

  async startMail(): Promise<void> {
    this.#mail = await startSmtp(() => false, this.#mailPort);
  }

  /** Another connection to the database, as somebody has who works on it by hand. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.environment['DATABASE_URL'] });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async change(sql: string): Promise<void> {
    const client = await this.connect();
    await client.query(sql);
    await client.end();
  }

  async close(): Promise<void> {
    // A server that was stopped for a moment would not hear SIGTERM.
    await this.server.stop('SIGKILL');
    this.#tls.close();
    await this.stopMail();
    await this.cluster.stop();
    this.disk.remove();
  }
}
