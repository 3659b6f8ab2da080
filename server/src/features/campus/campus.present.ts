import type { Campus } from '@madang/campus/campus';
import { picturePath } from '@madang/campus/load-campus';
import type { Edition } from '@madang/contract/campus/rules';
import type { Building, Campus as PublicCampus } from '@madang/contract/campus/schema';
import type { BoardRow } from './campus.queries.ts';

/** What a browser needs to know of the campus, the same for everybody. */
export function presentCampus(campus: Campus, edition: Edition): PublicCampus {
  const {
    dotlessMailDomains: _domains,
    placeholderPictures: _,
    moderation: _rules,
    buildingNicknames: _names,
    emergency,
    amenityDays: _days,
    amenityIcons: _icons,
    freeRoomKeywords,
    classPeriods: _periods,
    keywordPlaces: _places,
    ...settings
  } = campus.settings;
  const pack = [campus.map ? ('map' as const) : [], emergency ? ('emergency' as const) : []].flat();
  return {
    ...settings,
    edition,
    termsVersion: campus.terms.version,
    privacyVersion: campus.privacy.version,
    ...(edition === 'official' ? { pack, ...(freeRoomKeywords && { freeRoomKeywords }) } : {}),
  };
}

/** What students call each building, by its id. */
export function readNicknames({ settings }: Campus): ReadonlyMap<string, string[]> {
  const nicknames = new Map<string, string[]>();
  for (const [nickname, ids] of Object.entries(settings.buildingNicknames ?? {}))
    for (const id of ids) nicknames.set(id, [...(nicknames.get(id) ?? []), nickname]);
  return nicknames;
}

/** One building or special board [EN-02]. */
export function presentBoard(row: BoardRow, campus: Campus, edition: Edition): Building {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    info: row.info,
    kind: row.kind,
    picture: picturePath(row, campus),
    ...(edition === 'official' && row.seats ? { seats: row.seats } : {}),
  };
}
