import type { CampusSettings } from '@madang/contract/campus/schema';
import type { Report } from './check-settings.ts';
import { SHIPPED_NUMBER, SHIPPED_UNIVERSITY } from './shipped-contacts.ts';

type University = CampusSettings['university'];

/** The value with `{university}` and `{domain}` in all its texts replaced by the campus's own. */
export function fillNames<Value>(value: Value, { name, domain }: University): Value {
  return mapTexts(value, [], (text) => text.replaceAll('{university}', name).replaceAll('{domain}', domain));
}

/**
 * Reports every text that names another university, its domain or the number that the shipped campus has. Hospitals are no
 * universities, and nobody is told a reserved nickname.
 */
export function findForeignNames(value: unknown, university: University, report: Report): void {
  const { name, domain } = university;
  const isShipped = domain === SHIPPED_UNIVERSITY.domain;
  const short = SHIPPED_UNIVERSITY.name.replace(/학교$/, '');
  mapTexts(value, [], (text, path) => {
    if (path[0] === 'university' || path[0] === 'reservedNicknames') return text;
    const names = [...text.matchAll(/[가-힣]+대학교(?!병원|의료원)/g)].map(([found]) => found);
    const domains = [...text.matchAll(/(?:[a-z0-9-]+\.)+(?:ac\.kr|edu)\b/g)].map(([found]) => found);
    const foreign = [
      ...names.filter((found) => !found.endsWith(name)),
      ...domains.filter((found) => found !== domain && !found.endsWith(`.${domain}`)),
      ...(!isShipped && text.replaceAll(SHIPPED_UNIVERSITY.name, '').includes(short) ? [short] : []),
      ...(!isShipped && text === SHIPPED_NUMBER ? [`the number of ${SHIPPED_UNIVERSITY.name}`] : []),
    ];
    for (const found of new Set(foreign))
      report(`names ${found}, but this campus is ${name} (${domain})`, path);
    return text;
  });
}

type Path = readonly (string | number)[];

/** A copy of a JSON value with each of its texts changed. */
function mapTexts<Value>(value: Value, path: Path, change: (text: string, path: Path) => string): Value;
function mapTexts(value: unknown, path: Path, change: (text: string, path: Path) => string): unknown {
  if (typeof value === 'string') return change(value, path);
  if (Array.isArray(value))
    return value.map((each, index) => mapTexts<unknown>(each, [...path, index], change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapTexts<unknown>(each, [...path, key], change)]),
  );
}
