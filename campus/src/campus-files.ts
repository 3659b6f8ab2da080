import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type CampusErrorPlace, decodeText, type Mistakes } from './table.ts';

export interface JsonFile {
  name: string;
  value: unknown;
  /** Returns line and name of a field, or its parent's line. */
  place(path: readonly PropertyKey[]): CampusErrorPlace;
}

const MIB = 1024 * 1024;
/** Maximum bytes: an import locks the buildings while reading. */
const FILE_MAX = 16 * MIB;

/** Returns a file's text without byte order mark; null and a mistake if unreadable. */
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

/** Returns a JSON file; null, and a mistake, if it is invalid. */
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

/** Returns the user denied a file and the remedy; null for other codes. */
export function describeDenied(code: string | undefined): string | null {
  if (code !== 'EACCES' && code !== 'EPERM') return null;
  return `by the user ${userName()} (${code}); give that user the right to, or name a place that it may use`;
}

/** Returns this process's user name, or its number. */
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

/** Returns `CommaExpected` as two words. */
function words(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

interface Motif {
  name: string;
  alt: string;
}

/** Posters for events: `pictures/events/{name}.png`, 840 by 420. */
export const POSTERS = [
  { name: 'festival-stage', alt: '불꽃놀이가 터지는 밤, 축제 무대에서 밴드가 공연하고 관객이 환호하는 그림' },
  { name: 'job-fair', alt: '채용 박람회 부스가 늘어서 있고 학생들이 상담을 기다리는 그림' },
  { name: 'library-night', alt: '늦은 밤 도서관에서 학생 세 명이 스탠드를 켜고 공부하는 그림' },
  { name: 'cherry-walk', alt: '벚꽃이 핀 길을 두 학생이 나란히 걸어가는 그림' },
  { name: 'sports-match', alt: '관중석의 응원을 받으며 두 팀이 축구 경기를 하는 그림' },
  { name: 'film-night', alt: '잔디밭에 앉아 야외 영화를 보는 학생들의 뒷모습 그림' },
  { name: 'flea-market', alt: '천막 아래 물건을 늘어놓은 벼룩시장 그림' },
  { name: 'freshmen-welcome', alt: '본관 앞에서 학생들이 두 팔을 들고 새내기를 환영하는 그림' },
  { name: 'coffee-truck', alt: '가을 캠퍼스에 온 커피 트럭 앞에 학생들이 줄 선 그림' },
] as const satisfies readonly Motif[];

/** Scenes to attach to posts: `pictures/scenes/{name}.webp`, 960 by 720. */
export const SCENES = [
  { name: 'reading-desk', alt: '스탠드 불빛 아래 책이 펼쳐진 책상' },
  { name: 'laptop-window', alt: '캠퍼스가 내다보이는 창가에 놓인 노트북' },
  { name: 'group-study', alt: '화이트보드 앞 탁자에 모여 팀플을 하는 네 사람' },
  { name: 'printer-corner', alt: '복도 한쪽의 프린터와 용지 상자' },
  { name: 'nap-lounge', alt: '휴게실 안락의자에서 담요를 덮고 낮잠 자는 학생' },
  { name: 'cafeteria-tray', alt: '밥과 찌개, 반찬 세 가지가 담긴 학생식당 식판' },
  { name: 'iced-americano', alt: '창가 탁자에 놓인 아이스 아메리카노' },
  { name: 'vending-machine', alt: '복도에서 환하게 빛나는 음료 자판기 두 대' },
  { name: 'food-truck', alt: '전구 불빛 아래 푸드트럭 앞에 줄 선 사람들' },
  { name: 'sunset-hall', alt: '노을이 지는 석조 본관 앞을 걷는 두 사람' },
  { name: 'ginkgo-street', alt: '노란 은행잎이 떨어진 길을 걷는 두 사람' },
  { name: 'snow-campus', alt: '눈 덮인 캠퍼스와 빨간 목도리를 두른 눈사람' },
  { name: 'rain-umbrella', alt: '비 오는 날 빨간 우산을 쓰고 걷는 학생' },
  { name: 'plaza-picnic', alt: '잔디 광장에 돗자리를 펴고 소풍을 즐기는 학생들' },
  { name: 'festival-crowd', alt: '밤 축제 무대 앞에서 응원봉을 흔드는 관객들' },
  { name: 'fireworks', alt: '본관 위 밤하늘을 수놓은 불꽃놀이' },
  { name: 'basketball-court', alt: '야외 농구 코트에서 슛을 던지는 학생들' },
  { name: 'cat-bench', alt: '교정 벤치에 앉아 있는 노란 고양이' },
] as const satisfies readonly Motif[];

type PosterName = (typeof POSTERS)[number]['name'];

export type SceneName = (typeof SCENES)[number]['name'];

/** Returns the path of a poster in a campus folder. */
export function posterFile(folder: string, name: PosterName): string {
  return join(folder, 'pictures', 'events', `${name}.png`);
}

/** Returns the path of a scene in a campus folder. */
export function sceneFile(folder: string, name: SceneName): string {
  return join(folder, 'pictures', 'scenes', `${name}.webp`);
}
