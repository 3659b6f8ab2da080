import { findPlaceNames } from '@madang/contract/search/places';

/** Something with a name, and with what students call it. */
export interface Named {
  name: string;
  nicknames?: readonly string[] | undefined;
}

/** Returns what a query means by name, nickname, initial letters or keys of the other layout, each once, the surest first. */
export function findNamed<One extends Named>(query: string, all: readonly One[]): One[] {
  const names = all.flatMap((one) => [one.name, ...(one.nicknames ?? [])].map((name) => ({ name, one })));
  return [...new Set(findPlaceNames(query, names).map(({ one }) => one))];
}
