import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { decodeText } from './spreadsheet.ts';
import type { CampusErrorPlace, Mistakes } from './campus-error.ts';

/** A JSON file of the folder, and where in it things stand. */
export interface JsonFile {
  name: string;
  value: unknown;
  /** The line and name of a field; of one that is missing, the line of what it is missing in. */
  place(path: readonly PropertyKey[]): CampusErrorPlace;
}

const MIB = 1024 * 1024;
/** An import holds the buildings while it reads: more than any campus's file has. */
const FILE_MAX = 16 * MIB;

/** A file's text without its byte order mark; null, and a mistake, when it cannot be read. */
export async function readText(root: string, file: string, mistakes: Mistakes): Promise<string | null> {
  let bytes: Buffer;
  try {
    const { size } = await stat(join(root, file));
    if (size > FILE_MAX) {
      mistakes.add(file, `has ${Math.ceil(size / MIB)} MiB, at most ${FILE_MAX / MIB} are read`);
      return null;
    }
    bytes = await readFile(join(root, file));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    mistakes.add(
      file,
      code === 'ENOENT' ? 'is missing' : `cannot be read ${describeDenied(code) ?? `(${code})`}`,
    );
    return null;
  }
  const text = decodeText(bytes);
  if (text !== null) return text;
  const damaged = new TextDecoder().decode(bytes);
  mistakes.add(file, 'is not UTF-8; save it as UTF-8', { line: lineAt(damaged, damaged.indexOf('\uFFFD')) });
  return null;
}

/** A JSON file; null, and a mistake, when it is none. */
export async function readJson(root: string, file: string, mistakes: Mistakes): Promise<JsonFile | null> {
  const text = await readText(root, file, mistakes);
  if (text === null) return null;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error || !tree) {
    const problem = error ? words(printParseErrorCode(error.error)) : 'is empty';
    mistakes.add(file, `is no valid JSON: ${problem}`, { line: lineAt(text, error?.offset ?? 0) });
    return null;
  }
  return {
    name: file,
    value: getNodeValue(tree),
    place: (path) => ({
      line: lineAt(text, nodeAt(tree, path).offset),
      ...(path.length > 0 && { field: path.map(String).join('.') }),
    }),
  };
}

/** Names the user that was denied a file, and what to do; null for any other code. */
export function describeDenied(code: string | undefined): string | null {
  if (code !== 'EACCES' && code !== 'EPERM') return null;
  return `by the user ${userName()} (${code}); give that user the right to, or name a place that it may use`;
}

/** The name of the user of this process, or its number where the machine has no name for it. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function nodeAt(tree: Node, path: readonly PropertyKey[]): Node {
  const keys = path.map((key) => (typeof key === 'number' ? key : String(key)));
  for (let length = keys.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, keys.slice(0, length));
    if (node) return node;
  }
  return tree;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split('\n').length;
}

/** `CommaExpected` as two words. */
function words(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
