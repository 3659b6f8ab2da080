import type { CampusSettings } from '@madang/contract/campus/schema';
import { CampusError } from './campus-error.ts';

const FILE = 'campus.json';

/** What the schema cannot say of the settings: references, uniqueness, and the time zone. */
export function checkSettings(settings: CampusSettings): void {
  checkTimeZone(settings.timeZone);
  const categories = settings.categories.map((category) => category.name);
  checkUnique('categories', categories);
  checkUnique('keywords', settings.keywords);
  checkUnique('festivalKeywords', settings.festivalKeywords);
  checkUnique('searchTerms', settings.searchTerms);
  checkUnique('placeholderPictures', settings.placeholderPictures);
  settings.keywordCategories.forEach((entry, index) => {
    const field = `keywordCategories.${index}`;
    if (entry.id !== index + 1) {
      throw new CampusError(FILE, `must be ${index + 1}, is ${entry.id}`, { field: `${field}.id` });
    }
    if (!categories.includes(entry.category)) {
      const problem = `"${entry.category}" is none of ${categories.join(', ')}`;
      throw new CampusError(FILE, problem, { field: `${field}.category` });
    }
  });
}

function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('ko', { timeZone });
  } catch {
    throw new CampusError(FILE, `"${timeZone}" is no time zone`, { field: 'timeZone' });
  }
}

function checkUnique(field: string, values: readonly string[]): void {
  const index = values.findIndex((value, position) => values.indexOf(value) !== position);
  if (index >= 0) {
    throw new CampusError(FILE, `"${values[index]}" stands twice`, { field: `${field}.${index}` });
  }
}
