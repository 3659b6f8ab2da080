import { connect } from 'node:tls';

const LOOK_EVERY = 3_600_000;
/** Before the next look at an address that did not answer. */
const LOOK_AGAIN = 60_000;
const GIVE_UP_AFTER = 5_000;

/** Knows until when the certificate holds that browsers see at an address; looks once an hour, and never lets anybody wait. */
export class CertificateWatch {
  readonly #address: URL;
  #until: number | null = null;
  #nextLook = 0;
  #looking: Promise<void> | undefined;

  /** @param origin of the site; one without a certificate is not looked at. */
  constructor(origin: string) {
    this.#address = new URL(origin);
  }

  /** The end of the certificate as it was last seen, in seconds since 1970; null before that, and where there is none. */
  read(): number | null {
    if (this.#address.protocol === 'https:' && Date.now() >= this.#nextLook) {
      this.#nextLook = Date.now() + LOOK_AGAIN;
      this.#looking = this.#look();
    }
    return this.#until;
  }

  /** Resolves when a look that was begun has ended. */
  async settle(): Promise<void> {
    await this.#looking;
  }

  /** What was seen before stays while the address does not answer: another alert tells of that. */
  async #look(): Promise<void> {
    const until = await readEnd(this.#address);
    if (until === null) return;
    this.#until = until;
    this.#nextLook = Date.now() + LOOK_EVERY;
  }
}

/** Of whatever certificate is shown: an expired one is what this is for. */
function readEnd({ hostname, port }: URL): Promise<number | null> {
  return new Promise((resolve) => {
    // An IPv6 address stands in brackets in an address; names alone are asked for in TLS.
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
