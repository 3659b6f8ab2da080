import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** Returns the head of a CBOR item (RFC 8949): its major type, and a length or value below 65,536. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

const USER_PRESENT_AND_VERIFIED = 0b101;
const HAS_CREDENTIAL = 0b100_0000;

/** A software passkey: one ES256 credential without attestation. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #private: KeyObject;
  readonly #public: KeyObject;
  /** Signature counter; a cloned passkey would report another number. */
  counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = privateKey;
    this.#public = publicKey;
  }

  /** Returns a browser's response to the creation of the passkey at this origin. */
  make(options: Record<string, unknown> | null, origin: string) {
    const clientData = describeClient('webauthn.create', options, origin);
    const attestation = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(Buffer.concat([this.#data(origin, HAS_CREDENTIAL), this.#credential()]))],
    ]);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    });
  }

  /** Returns a browser's response to a sign-in with the passkey. */
  use(options: Record<string, unknown> | null, origin: string) {
    this.counter += 1;
    const clientData = describeClient('webauthn.get', options, origin);
    const data = this.#data(origin);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#private);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #answer(response: Record<string, string>) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }

  #data(origin: string, flags = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      sha256(new URL(origin).hostname),
      Buffer.from([USER_PRESENT_AND_VERIFIED | flags]),
      counter,
    ]);
  }

  #credential(): Buffer {
    const { x = '', y = '' } = this.#public.export({ format: 'jwk' });
    const key = map([
      [number(1), number(2)],
      [number(3), number(-7)],
      [number(-1), number(1)],
      [number(-2), bytes(Buffer.from(x, 'base64url'))],
      [number(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
  }
}

function describeClient(type: string, options: Record<string, unknown> | null, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge: options?.['challenge'], origin, crossOrigin: false }));
}
