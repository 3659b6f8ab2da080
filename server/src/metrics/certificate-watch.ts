import { connect } from 'node:tls';

const LOOK_EVERY = 3_600_000;
/** Retry delay after an unreachable address, in milliseconds. */
const LOOK_AGAIN = 60_000;
const GIVE_UP_AFTER = 5_000;

/** Reads the public TLS certificate's expiry hourly, in the background. */
export class CertificateWatch {
  readonly #address: URL;
  #until: number | null = null;
  #nextLook = 0;
  #looking: Promise<void> | undefined;

  /** @param origin of the site; one without TLS is not checked. */
  constructor(origin: string) {
    this.#address = new URL(origin);
  }

  /** Returns the last seen expiry in seconds since 1970; null if unchecked or without TLS. */
  read(): number | null {
    if (this.#address.protocol === 'https:' && Date.now() >= this.#nextLook) {
      this.#nextLook = Date.now() + LOOK_AGAIN;
      this.#looking = this.#look();
    }
    return this.#until;
  }

  /** Resolves when a running check has ended. */
  async settle(): Promise<void> {
    await this.#looking;
  }

  /** Keeps the last value while unreachable; another alert covers that. */
  async #look(): Promise<void> {
    const until = await readEnd(this.#address);
    if (until === null) return;
    this.#until = until;
    this.#nextLook = Date.now() + LOOK_EVERY;
  }
}

/** Accepts any certificate, since it must detect expired ones. */
function readEnd({ hostname, port }: URL): Promise<number | null> {
  return new Promise((resolve) => {
    // URLs put IPv6 addresses in brackets; SNI allows names only.
    const host = hostname.replaceAll(/^\[|\]$/g, '');
    const servername = /^[\d.]+$|:/.test(host) ? '' : host;
    const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
    const end = (seconds: number | null) => {
      socket.destroy();
      resolve(seconds);
    };
    socket.setTimeout(GIVE_UP_AFTER, () => end(null));
    socket.on('error', () => end(null));
    socket.on('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to) / 1_000;
      end(Number.isFinite(until) ? until : null);
    });
  });
}
