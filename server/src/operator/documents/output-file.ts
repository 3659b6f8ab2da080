import { once } from 'node:events';
import { rmSync, type WriteStream } from 'node:fs';
import { access, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { deniedError } from '../file-error.ts';
import { OperatorError } from '../terminal.ts';

/**
 * A new file for its owner's eyes only, written in pieces beside its name, which it gets when it is whole. A failing disk shows
 * at the next piece, and leaves nothing.
 */
export class OutputFile {
  readonly #stream: WriteStream;
  readonly #path: string;
  /** Where it lies. */
  #at: string;
  #failure: Error | undefined;

  private constructor(stream: WriteStream, path: string, aside: string) {
    this.#stream = stream;
    this.#path = path;
    this.#at = aside;
    stream.on('error', (error) => (this.#failure = error));
  }

  /** @throws {OperatorError} when the file is there already or its folder cannot be written to. */
  static async create(path: string): Promise<OutputFile> {
    if (await exists(path)) throw new OperatorError(`${path} is there already`);
    const aside = asideOf(path);
    try {
      const file = await open(aside, 'wx', 0o600);
      return new OutputFile(file.createWriteStream({ highWaterMark: 1 << 18 }), path, aside);
    } catch (error) {
      throw outputError(error, path);
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
    await rename(this.#at, this.#path);
    this.#at = this.#path;
  }

  /** Takes it away, whole or not. */
  async discard(): Promise<void> {
    this.#stream.destroy();
    await rm(this.#at, { force: true });
  }

  #refuseFailed(): void {
    if (!this.#failure) return;
    rmSync(this.#at, { force: true });
    throw outputError(this.#failure, this.#path);
  }
}

/**
 * Writes a file that is whole or not there; an older one of that name is replaced.
 *
 * @throws {OperatorError} when it cannot be written.
 */
export async function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const aside = asideOf(path);
  try {
    await writeFile(aside, content, { flag: 'wx', mode });
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw outputError(error, path);
  }
}

/** What the system has against writing a file, in one line; a full disk is named by the folder that lies on it. */
export function outputError(error: unknown, path: string): Error {
  if (!(error instanceof Error) || !('syscall' in error)) return error as Error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new OperatorError(`the disk of ${dirname(path)} is full; make room, or name another place`);
  return deniedError(error as NodeJS.ErrnoException, path) ?? new OperatorError(message);
}

const asideOf = (path: string) => `${path}.${process.pid}`;

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
