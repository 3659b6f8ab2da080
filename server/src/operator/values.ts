import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { REASON_MAX, reasonProblem } from '@madang/contract/operate/rules';
import { bodyProblem, POST_BODY_MAX, POST_TITLE_MAX, titleProblem } from '@madang/contract/posts/rules';
import { isBlank, normalizeText } from '@madang/contract/text/rules';
import { InvalidArgumentError, type Command } from 'commander';
import { validate as isUuid } from 'uuid';
import { deniedError } from './file-error.ts';
import { OperatorError } from './terminal.ts';

/** A whole number from 1 to 100,000. */
export function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,6}$/.test(text) || count < 1 || count > 100_000)
    throw new InvalidArgumentError('must be a number from 1 to 100000');
  return count;
}

/**
 * An id as the database writes it; anything else names nothing.
 *
 * @throws {OperatorError}
 */
export function readId(text: string, what: string): string {
  if (!isUuid(text)) throw missing(what, text);
  return text.toLowerCase();
}

/** What a command ends with that was given the name of nothing. */
export function missing(what: string, name: string): OperatorError {
  return new OperatorError(`there is no ${what} "${name}"`);
}

/** Gives an act its `--reason`. */
export function addReason(command: Command, need: 'required' | 'optional'): Command {
  const text = 'why; stands in the audit log for ever, so name no student in it';
  return need === 'required'
    ? command.requiredOption('--reason <text>', text, readReason)
    : command.option('--reason <text>', text, readReason);
}

function readReason(text: string): string {
  const reason = normalizeText(text).trim();
  const problem = reasonProblem(reason);
  if (problem === 'required') throw new InvalidArgumentError('must not be empty');
  if (problem) throw new InvalidArgumentError(`must be at most ${REASON_MAX} characters`);
  return reason;
}

/**
 * One line of text by the limits of a post's title.
 *
 * @throws {OperatorError}
 */
export function readTitle(text: string): string {
  const title = readLine('title', text);
  if (titleProblem(title) !== null)
    throw new OperatorError(`the title is longer than ${POST_TITLE_MAX} characters`);
  return title;
}

/**
 * One line of text with something to see in it; `name` says of what.
 *
 * @throws {OperatorError}
 */
function readLine(name: string, text: string): string {
  const line = normalizeText(text).trim();
  if (isBlank(line)) throw new OperatorError(`the ${name} must not be empty`);
  if (line.includes('\n')) throw new OperatorError(`the ${name} must be one line`);
  return line;
}

export interface BodyOptions {
  body?: string;
  bodyFile?: string;
}

/**
 * The text of `--body` or of the file that `--body-file` names, by the limits of a post's text; undefined
 * when neither is given.
 *
 * @throws {OperatorError}
 */
export async function readBody({ body, bodyFile }: BodyOptions): Promise<string | undefined> {
  if (body !== undefined && bodyFile !== undefined)
    throw new OperatorError('give either --body or --body-file, not both');
  const given = bodyFile === undefined ? body : decode(await readWhole(bodyFile, 1024 * 1024), bodyFile);
  if (given === undefined) return undefined;
  const text = normalizeText(given).trimEnd();
  const problem = bodyProblem(text);
  if (problem === 'required') throw new OperatorError('the text must not be empty');
  if (problem !== null) throw new OperatorError(`the text is longer than ${POST_BODY_MAX} characters`);
  return text;
}

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${path} is no UTF-8 text`);
  }
}

/**
 * A whole file of at most `max` bytes.
 *
 * @throws {OperatorError} naming the file and what is wrong with it.
 */
export async function readWhole(path: string, max: number): Promise<Buffer> {
  const size = await requireFile(path);
  if (size > max) throw new OperatorError(`${path} is larger than ${max / 1024 / 1024} MB`);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
}

/**
 * Looks whether there is such a file that can be read.
 *
 * @returns its size in bytes.
 * @throws {OperatorError} naming the file and what is wrong with it.
 */
export async function requireFile(path: string): Promise<number> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  if (!facts.isFile()) throw new OperatorError(`${path} is no file`);
  await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  return facts.size;
}

function unreadable(path: string, error: NodeJS.ErrnoException): OperatorError {
  const { code = 'unknown' } = error;
  const reason = code === 'ENOENT' ? 'there is no such file' : code;
  return deniedError(error, path) ?? new OperatorError(`${path} cannot be read (${reason})`);
}
