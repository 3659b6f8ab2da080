import type { MAP_AREAS, MAP_LINES, MAP_POINTS } from '@madang/contract/campus/map-rules';
import type { Synonyms } from '@madang/contract/campus/rules';
import type { CampusSettings, LegalText } from '@madang/contract/campus/schema';
import type { BoardKind } from '@madang/contract/posts/rules';
import type { CampusError } from './table.ts';
import type { CampusAmenity, CampusClass, CampusHoliday, CampusHours, CampusRoom } from './parse-places.ts';

/** One row of `buildings.tsv`: a building, or one of the special boards. */
export interface CampusBoard {
  id: string;
  name: string;
  /** One of the campus's building categories, or a special board's own label. */
  category: string;
  info: string;
  kind: BoardKind;
  /** The page of a system that counts its seats, or empty. */
  seats: string;
}

/** A point of the map, in metres to the east and south of its north-western corner. */
export interface Point {
  x: number;
  y: number;
}

/** An area, line or mark of the map that is no building. */
export interface MapShape {
  kind: (typeof MAP_AREAS | typeof MAP_LINES | typeof MAP_POINTS)[number];
  points: readonly Point[];
  /** Where its name stands. */
  at: Point;
  /** Its name in lines. */
  label: readonly string[] | null;
}

/** What `map.tsv` draws. */
export interface CampusMap {
  width: number;
  height: number;
  buildings: (Omit<MapShape, 'kind'> & { id: string })[];
  shapes: MapShape[];
}

/** One campus folder, read and checked whole. */
export interface Campus {
  /** Absolute path of the folder, where its pictures lie. */
  folder: string;
  settings: CampusSettings;
  boards: readonly CampusBoard[];
  /** Null for a campus that has not drawn one. */
  map: CampusMap | null;
  /** None without the file. */
  amenities: readonly CampusAmenity[];
  hours: readonly CampusHours[];
  rooms: readonly CampusRoom[];
  timetable: readonly CampusClass[];
  holidays: readonly CampusHoliday[];
  synonyms: readonly Synonyms[];
  terms: LegalText;
  privacy: LegalText;
  /** Ids of the buildings that have a picture of their own; the others show the placeholder. */
  pictured: ReadonlySet<string>;
  /** The texts that name another university: a server starts with them, nobody should open with them. */
  foreign: readonly CampusError[];
  /** Problems that do not keep a server from starting. */
  warned: readonly CampusError[];
}
