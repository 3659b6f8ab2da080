import type { CampusSettings } from '@madang/contract/campus/schema';

/** Reserved category names; festival posts use this one. */
const RESERVED = ['festival'];

/** Records a mistake in the settings, at the path of its field. */
type Report = (problem: string, path: readonly (string | number)[]) => void;

/** Checks what the schema cannot: references, uniqueness, and the time zone. */
export function checkSettings(settings: CampusSettings, report: Report): void {
  checkTimeZone(settings.timeZone, report);
  const categories = settings.categories.map((category) => category.name);
  checkUnique('categories', categories, report);
  categories.forEach((name, index) => {
    if (RESERVED.includes(name)) report(`"${name}" is the name of a board`, ['categories', index, 'name']);
  });
  checkUnique('keywords', settings.keywords, report);
  checkUnique('festivalKeywords', settings.festivalKeywords, report);
  checkUnique('searchTerms', settings.searchTerms, report);
  checkUnique('placeholderPictures', settings.placeholderPictures, report);
  for (const field of ['amenityDays', 'amenityIcons'] as const)
    for (const kind of Object.keys(settings[field] ?? {}))
      if (!settings.searchTerms.includes(kind))
        report(`"${kind}" is none of ${settings.searchTerms.join(', ')}`, [field, kind]);
  const expectOneOf = (all: readonly string[], some: readonly string[], path: readonly string[]) =>
    some.forEach((name, index) => {
      if (!all.includes(name)) report(`"${name}" is none of ${all.join(', ')}`, [...path, index]);
    });
  expectOneOf(settings.keywords, settings.freeRoomKeywords ?? [], ['freeRoomKeywords']);
  for (const [keyword, { amenities = [] }] of Object.entries(settings.keywordPlaces ?? {})) {
    if (!settings.keywords.includes(keyword))
      report(`"${keyword}" is none of ${settings.keywords.join(', ')}`, ['keywordPlaces', keyword]);
    expectOneOf(settings.searchTerms, amenities, ['keywordPlaces', keyword, 'amenities']);
  }
  settings.keywordCategories.forEach((entry, index) => {
    const path = ['keywordCategories', index] as const;
    if (entry.id !== index + 1) report(`must be ${index + 1}, is ${entry.id}`, [...path, 'id']);
    if (!categories.includes(entry.category))
      report(`"${entry.category}" is none of ${categories.join(', ')}`, [...path, 'category']);
  });
}

function checkTimeZone(timeZone: string, report: Report): void {
  try {
    new Intl.DateTimeFormat('ko', { timeZone });
  } catch {
    report(`"${timeZone}" is no time zone`, ['timeZone']);
  }
}

function checkUnique(field: string, values: readonly string[], report: Report): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) < index) report(`"${value}" stands twice`, [field, index]);
  });
}

/** Contacts in this repository's campus folder: examples without a recipient. */
export const SHIPPED_CONTACTS = {
  inquiryUrl: 'https://open.kakao.com/o/madang',
  socialAccount: '@madang.korea',
} as const satisfies Partial<CampusSettings>;

/** Returns the contacts that are still the shipped ones, ignoring spelling variants. */
export function findShippedContacts(
  settings: Pick<CampusSettings, keyof typeof SHIPPED_CONTACTS>,
): (keyof typeof SHIPPED_CONTACTS)[] {
  const plain = (text: string) => text.toLowerCase().replace(/^@|\/+$/g, '');
  return (['inquiryUrl', 'socialAccount'] as const).filter(
    (name) => plain(settings[name]) === plain(SHIPPED_CONTACTS[name]),
  );
}

/** Source of this repository's example amenities and hours. */
export const SHIPPED_SOURCE = '예시 자료';

/** University of this repository's campus folder, and its telephone number there. */
export const SHIPPED_UNIVERSITY = {
  name: '고려대학교',
  latinName: 'korea university',
  domain: 'korea.ac.kr',
} as const;
const SHIPPED_NUMBER = '02-3290-1114';

type University = CampusSettings['university'];

/** Returns the value with `{university}` and `{domain}` in its texts replaced. */
export function fillNames<Value>(value: Value, { name, domain }: University): Value {
  return mapTexts(value, [], (text) => text.replaceAll('{university}', name).replaceAll('{domain}', domain));
}

/**
 * Reports texts with another university, its domain or the shipped telephone number, except hospitals and reserved
 * nicknames.
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

/** Returns a copy of a JSON value with its texts changed. */
export function mapTexts<Value>(
  value: Value,
  path: Path,
  change: (text: string, path: Path) => string,
): Value;
export function mapTexts(value: unknown, path: Path, change: (text: string, path: Path) => string): unknown {
  if (typeof value === 'string') return change(value, path);
  if (Array.isArray(value))
    return value.map((each, index) => mapTexts<unknown>(each, [...path, index], change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapTexts<unknown>(each, [...path, key], change)]),
  );
}
