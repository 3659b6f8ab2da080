import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeDenied } from '@madang/campus/campus-files';
import { BYTE_ORDER_MARK, writeCell } from '@madang/campus/table';
import { REASON_MAX, reasonProblem } from '@madang/contract/admin/rules';
import { bodyProblem, POST_BODY_MAX, POST_TITLE_MAX, titleProblem } from '@madang/contract/posts/rules';
import { isBlank, normalizeText } from '@madang/contract/text/rules';
import { Presets, SingleBar } from 'cli-progress';
import { type Command, InvalidArgumentError } from 'commander';
import stringWidth from 'string-width';
import { validate as isUuid } from 'uuid';

/** Wrong value or refused action; the message is one line. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

/** Exit codes; `refused`: done, except refused parts. */
export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3 } as const;

/** Printable value of a field. */
export type Fact = string | number | boolean | Date | readonly string[] | null;

export interface Progress {
  /** Shows the finished part of the total. */
  to(done: number): void;
  stop(): void;
}

/**
 * Output of a command. Removes line breaks, control and format characters (escaped in JSON), which could control the
 * terminal.
 */
export interface Terminal {
  line(text: string): void;
  json(value: unknown): void;
  /** Prints comma-separated rows, with the byte order mark Excel requires. */
  csv(rows: readonly (readonly (string | number)[])[]): void;
  /** Prints aligned columns with Korean width; "none" without rows. */
  table(head: readonly string[], rows: readonly (readonly Fact[])[]): void;
  /** Prints one line per field; null and empty values stay blank. */
  facts(facts: Readonly<Record<string, Fact>>): void;
  /** Shows a progress bar on a terminal, for work longer than a second. */
  progress(title: string, total: number): Progress;
  complain(text: string): void;
  /** Asks a question and returns the answer; null without a person. */
  ask(question: string): Promise<string | null>;
  exitCode: number;
}

const BAR_AFTER = 1_000;

interface Outlets {
  write: (text: string) => void;
  /** Prints errors, without a line end. */
  complain: (text: string) => void;
  screen: NodeJS.WritableStream | null;
  ask?: (question: string) => Promise<string>;
}

/** Returns a terminal with these outputs. */
export function openTerminal({ write, complain, screen, ask }: Outlets): Terminal {
  const line = (text: string) => write(`${keepInLine(text)}\n`);
  const columns = (cells: readonly (readonly string[])[]) => {
    const texts = cells.map((row) => row.map(keepInLine));
    const widths = (texts[0] ?? []).map((_, column) =>
      Math.max(...texts.map((row) => stringWidth(row[column] ?? ''))),
    );
    for (const row of texts)
      line(
        row
          .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - stringWidth(text)))
          .join('  ')
          .trimEnd(),
      );
  };
  return {
    exitCode: EXIT.done,
    line,
    json: (value) => line(JSON.stringify(value).replace(STEERING, escapeUnits)),
    csv(rows) {
      write(BYTE_ORDER_MARK);
      for (const row of rows) line(row.map(writeCsv).join(','));
    },
    complain: (text) => complain(keepInLine(text)),
    ask: async (question) => (await ask?.(question)) ?? null,
    table(head, rows) {
      if (rows.length === 0) return line('none');
      columns([head, ...rows.map((row) => row.map(describeFact))]);
    },
    facts(facts) {
      // Continuation lines of a text are aligned.
      columns(
        Object.entries(facts).flatMap(([name, value]) =>
          describeFact(value)
            .split('\n')
            .map((text, index) => [index === 0 ? name : '', text]),
        ),
      );
    },
    progress(title, total) {
      const startedAt = Date.now();
      let bar: SingleBar | undefined;
      return {
        to(done) {
          if (!screen) return;
          if (!bar && Date.now() - startedAt > BAR_AFTER) {
            bar = new SingleBar(
              { stream: screen, format: `${title} {bar} {value}/{total} {eta_formatted}`, hideCursor: true },
              Presets.shades_classic,
            );
            bar.start(total, done);
          }
          bar?.update(done);
        },
        stop: () => bar?.stop(),
      };
    },
  };
}

const STEERING = /[\p{Cc}\p{Cf}]/gu;

const keepInLine = (text: string) => text.replace(/\s/g, ' ').replace(STEERING, '');

/** Escapes characters that JSON leaves unescaped. */
const escapeUnits = (text: string) =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Returns a CSV cell; texts of students may contain commas. */
function writeCsv(cell: string | number): string {
  const text = typeof cell === 'number' ? String(cell) : writeCell(keepInLine(cell));
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function describeFact(fact: Fact): string {
  if (fact === null) return '';
  if (fact instanceof Date) return fact.toISOString();
  return typeof fact === 'object' ? fact.join(', ') : String(fact);
}

/** Parses a whole number from 1 to 100,000. */
export function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,6}$/.test(text) || count < 1 || count > 100_000)
    throw new InvalidArgumentError('must be a number from 1 to 100000');
  return count;
}

/**
 * Parses an id as the database writes it.
 *
 * @throws {OperatorError}
 */
export function readId(text: string, what: string): string {
  if (!isUuid(text)) throw missing(what, text);
  return text.toLowerCase();
}

/** Returns the error of an unknown target. */
export function missing(what: string, name: string): OperatorError {
  return new OperatorError(`there is no ${what} "${name}"`);
}

/** Adds the option `--reason` to an action. */
export function addReason(command: Command, need: 'required' | 'optional'): Command {
  const text = 'reason for the audit log, which is permanent: name no student';
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
 * Parses a one-line title within a post's limits.
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
 * Parses one visible line of text; `name` appears in the error.
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
 * Returns the text of `--body` or `--body-file`, if given.
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
 * Reads a file of at most `max` bytes.
 *
 * @throws {OperatorError} naming the file and problem.
 */
export async function readWhole(path: string, max: number): Promise<Buffer> {
  const size = await requireFile(path);
  if (size > max) throw new OperatorError(`${path} is larger than ${max / 1024 / 1024} MB`);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
}

/**
 * Checks that the file exists and is readable.
 *
 * @returns its size in bytes.
 * @throws {OperatorError} naming the file and problem.
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

/** Returns a permission error, with user and remedy; otherwise null. */
export function deniedError(
  { code, path }: NodeJS.ErrnoException,
  file: string | undefined = path,
): OperatorError | null {
  const denied = describeDenied(code);
  if (denied === null || file === undefined) return null;
  return new OperatorError(`${resolve(file)} cannot be used ${denied}`);
}
