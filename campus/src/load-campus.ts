import { access, readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { campusSettings, legalText, type CampusSettings } from '@madang/contract/campus/schema';
import { placeKeyword } from '@madang/contract/campus/rules';
import type { Campus, CampusBoard } from './campus.ts';
import { CampusError } from './campus-error.ts';
import { parseBoards } from './parse-boards.ts';
import { checkSettings } from './check-settings.ts';

export { CampusError } from './campus-error.ts';

/** Pictures of the app itself, which every campus brings. */
const OWN_PICTURES = ['icon.svg', 'touch-icon.png', 'share.png', 'welcome.webp', 'welcome-dark.webp'];

/** The one picture shared by the buildings named in `placeholderPictures`. */
const PLACEHOLDER = 'placeholder';

/**
 * Reads a campus folder and checks it whole, so that a server never starts on half a campus.
 * Throws `CampusError` with one line that names the file, the row or field, and what is wrong.
 */
export async function loadCampus(folder: string): Promise<Campus> {
  const root = isAbsolute(folder) ? folder : resolve(folder);
  const settings = parse('campus.json', await readJson(root, 'campus.json'), campusSettings);
  checkSettings(settings);
  const boards = parseBoards(await readText(root, 'buildings.tsv'), settings);
  const terms = parse('terms.ko.json', await readJson(root, 'terms.ko.json'), legalText);
  const privacy = parse('privacy.ko.json', await readJson(root, 'privacy.ko.json'), legalText);
  await checkPictures(root, boards, settings);
  return { folder: root, settings, boards, terms, privacy };
}

/** The board with this id, or undefined. */
export function boardById(campus: Campus, id: string): CampusBoard | undefined {
  return campus.boards.find((board) => board.id === id);
}

/** The place keywords as posts store and show them: `팀플 장소`. */
export function placeKeywords(campus: Campus): readonly string[] {
  const { keywords, placeWord } = campus.settings;
  return keywords.map((keyword) => placeKeyword(keyword, placeWord));
}

/**
 * Address of a building's picture on this site; null for special boards [SC-10]. A building that is not the
 * folder's own, the operator's, has the placeholder.
 */
export function picturePath(
  board: Pick<CampusBoard, 'id' | 'kind'>,
  campus: Pick<Campus, 'boards' | 'settings'>,
): string | null {
  if (board.kind !== 'building') return null;
  const own = campus.boards.some(({ id }) => id === board.id);
  return `/campus/buildings/${own ? pictureName(board.id, campus.settings) : PLACEHOLDER}.svg`;
}

function pictureName(id: string, settings: Pick<CampusSettings, 'placeholderPictures'>): string {
  return settings.placeholderPictures.includes(id) ? PLACEHOLDER : id;
}

async function checkPictures(root: string, boards: readonly CampusBoard[], settings: CampusSettings) {
  const ids = boards.filter((board) => board.kind === 'building').map((board) => board.id);
  const names = new Set([...ids.map((id) => pictureName(id, settings)), PLACEHOLDER]);
  for (const path of [...OWN_PICTURES, ...[...names].map((name) => `buildings/${name}.svg`)]) {
    const file = `pictures/${path}`;
    await access(join(root, file)).catch(() => {
      throw new CampusError(file, 'is missing');
    });
  }
}

async function readText(root: string, file: string): Promise<string> {
  return readFile(join(root, file), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CampusError(file, cause.code === 'ENOENT' ? 'is missing' : `cannot be read (${cause.code})`);
  });
}

async function readJson(root: string, file: string): Promise<unknown> {
  const text = await readText(root, file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Newer engines quote the text over several lines; the message must stay on one.
    throw new CampusError(file, `is no valid JSON: ${oneLine((cause as Error).message)}`);
  }
}

/** What this module needs of a zod schema, so that zod itself stays the contract's dependency. */
interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

function parse<T>(file: string, value: unknown, schema: Schema<T>): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? undefined : issue.path.map(String).join('.');
  throw new CampusError(file, oneLine(issue?.message ?? 'is not valid'), { field });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
