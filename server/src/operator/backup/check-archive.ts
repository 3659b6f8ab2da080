import { createHash } from 'node:crypto';
import { isImageKey } from '../../platform/images/image-store.ts';
import { OperatorError } from '../terminal.ts';
import { readArchive, readBytes, readText } from './archive.ts';
import { imageEntryName, MANIFEST_NAME, parseManifest, tableEntryName, type Manifest } from './manifest.ts';

interface Sum {
  /** Line ends, which are the rows of a table. */
  lines: number;
  bytes: number;
  sha256: string;
}

/**
 * Reads the whole archive and compares every entry with the manifest; nothing is written anywhere.
 *
 * @throws {OperatorError} when anything is missing, altered, or there and not named.
 */
export async function checkArchive(path: string): Promise<Manifest> {
  const sums = new Map<string, Sum>();
  let text: string | undefined;
  await readArchive(path, async ({ name, bytes }) => {
    if (text !== undefined || sums.has(name) || !isEntryName(name))
      throw new OperatorError(`${path}: has no place for ${JSON.stringify(name)}; this is no backup of ours`);
    if (name === MANIFEST_NAME) text = await readText(bytes);
    else sums.set(name, await sumUp(bytes));
  });
  if (text === undefined) throw new OperatorError(`${path}: has no manifest; it is cut short or no backup`);
  const manifest = parseManifest(text);
  if (!manifest) throw new OperatorError(`${path}: its manifest cannot be read by this version`);

  const mustFit = (name: string, fits: (sum: Sum) => boolean) => {
    const sum = sums.get(name);
    if (!sum || !fits(sum)) throw new OperatorError(`${path}: ${name} is not what the manifest says`);
    sums.delete(name);
  };
  for (const { name, rows, sha256 } of manifest.tables)
    mustFit(tableEntryName(name), (sum) => sum.lines === rows && sum.sha256 === sha256);
  for (const { key, bytes, sha256 } of manifest.images)
    mustFit(imageEntryName(key), (sum) => sum.bytes === bytes && sum.sha256 === sha256);
  const [extra] = sums.keys();
  if (extra !== undefined) throw new OperatorError(`${path}: ${extra} is not in the manifest`);
  return manifest;
}

/** Visits the images of an archive that {@link checkArchive} found whole. */
export async function readImages(
  path: string,
  visit: (key: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  await readArchive(path, async ({ name, bytes }) => {
    if (name.startsWith('images/')) await visit(name.slice('images/'.length), await readBytes(bytes));
  });
}

function isEntryName(name: string): boolean {
  if (name === MANIFEST_NAME || /^tables\/[a-z_]+\.jsonl$/.test(name)) return true;
  return name.startsWith('images/') && isImageKey(name.slice('images/'.length));
}

async function sumUp(body: AsyncIterable<Uint8Array>): Promise<Sum> {
  const hash = createHash('sha256');
  let [lines, bytes] = [0, 0];
  for await (const chunk of body) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, end + 1)) lines += 1;
  }
  return { lines, bytes, sha256: hash.digest('hex') };
}
