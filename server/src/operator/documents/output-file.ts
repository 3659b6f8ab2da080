import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { OperatorError } from '../terminal.ts';

/** A new file for its owner's eyes only, written in pieces; a failing disk shows at the next piece. */
export class OutputFile {
  readonly #stream: WriteStream;
  #failure: Error | undefined;

  private constructor(stream: WriteStream) {
    this.#stream = stream;
    stream.on('error', (error) => (this.#failure = error));
  }

  /** @throws {OperatorError} when the file is there already or its folder cannot be written to. */
  static async create(path: string): Promise<OutputFile> {
    try {
      const file = await open(path, 'wx', 0o600);
      return new OutputFile(file.createWriteStream({ highWaterMark: 1 << 18 }));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new OperatorError(code === 'EEXIST' ? `${path} is there already` : message);
    }
  }

  /** Waits while the disk is behind. */
  async write(text: string): Promise<void> {
    this.#refuseFailed();
    if (!this.#stream.write(text)) await once(this.#stream, 'drain').catch(() => {});
    this.#refuseFailed();
  }

  async close(): Promise<void> {
    this.#stream.end();
    if (!this.#failure) await finished(this.#stream).catch(() => {});
    this.#refuseFailed();
  }

  #refuseFailed(): void {
    if (this.#failure) throw new OperatorError(this.#failure.message);
  }
}
