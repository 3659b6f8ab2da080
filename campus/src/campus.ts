import type { CampusPeriod, RoomAlias } from './parse-courses.ts';
import type { MAP_AREAS, MAP_LINES, MAP_POINTS, Synonyms } from '@madang/contract/campus/rules';
import type { CampusSettings, LegalText } from '@madang/contract/campus/schema';
import type { BoardKind } from '@madang/contract/posts/rules';
import type { CampusError } from './table.ts';
import type { CampusAmenity, CampusClass, CampusHoliday, CampusHours, CampusRoom } from './parse-places.ts';

/** A row of `buildings.tsv`: a building or a special board. */
export interface CampusBoard {
  id: string;
  name: string;
  /** One of the campus's building categories, or a special board's own label. */
  category: string;
  info: string;
  kind: BoardKind;
  /** Page of a seat counter, or empty. */
  seats: string;
}

/** A map point, in metres east and south of the north-western corner. */
export interface Point {
  x: number;
  y: number;
}

/** An area, line or symbol of the map other than a building. */
export interface MapShape {
  kind: (typeof MAP_AREAS | typeof MAP_LINES | typeof MAP_POINTS)[number];
  points: readonly Point[];
  at: Point;
  label: readonly string[] | null;
}

export interface CampusMap {
  width: number;
  height: number;
  buildings: (Omit<MapShape, 'kind'> & { id: string })[];
  shapes: MapShape[];
}

/** A campus folder, read and validated completely. */
export interface Campus {
  /** Absolute path of the folder with its pictures. */
  folder: string;
  settings: CampusSettings;
  boards: readonly CampusBoard[];
  map: CampusMap | null;
  amenities: readonly CampusAmenity[];
  hours: readonly CampusHours[];
  rooms: readonly CampusRoom[];
  timetable: readonly CampusClass[];
  holidays: readonly CampusHoliday[];
  /** Class periods of course lists; `DEFAULT_PERIODS` without the file. */
  periods: readonly CampusPeriod[];
  roomAliases: readonly RoomAlias[];
  synonyms: readonly Synonyms[];
  terms: LegalText;
  privacy: LegalText;
  /** Ids of buildings with their own picture; the others show the placeholder. */
  pictured: ReadonlySet<string>;
  /** Texts that name another university; a server should not open with them. */
  foreign: readonly CampusError[];
  /** Problems that do not prevent a server from starting. */
  warned: readonly CampusError[];
}
