import { MAP_WIDTH, MAP_ZOOMS } from '@madang/contract/campus/rules';
import { copy } from '../../copy.ko.ts';
import type { CampusMap } from '../campus/campus-queries.ts';
import { Link } from '../../lib/router.tsx';
import { meets, type Rectangle, rectangleOf } from './map-distance.ts';
import { MapDrawing } from './map-drawing.tsx';
import map from './map.module.css';
import styles from './view.module.css';

/** Width of the picture in rem, and its height relative to that. */
const PAGE_WIDTH = 24.25;
const HEIGHT = 0.55;
/** Letter size in rem; larger than the smallest text, for use on a drawing. */
const LETTERS = 0.8125;
/** Minimum width in building widths, and the part of the map otherwise. */
const AROUND = 1.6;
const PART = 4.5;

/** Renders the map around a building as a picture linked to the map. */
export function MapPiece({ of, id }: { of: CampusMap; id: string }) {
  const building = of.buildings.find((one) => one.id === id);
  if (!building) return null;
  const seen = findSeen(of, rectangleOf(building.d));
  const width = seen.right - seen.left;
  const zoom = ((of.width / width) * PAGE_WIDTH) / MAP_WIDTH;
  const shown = MAP_ZOOMS.flatMap((one, index) => (one <= zoom ? [index] : []));
  const isSeen = ({ d }: { d: string }) => meets(rectangleOf(d), seen);
  return (
    <Link className={`${map.palette} ${styles.map}`} to={`/map?at=${id}`} aria-label={copy['map.show']}>
      <div className={`${map.sheet} ${map.piece}`} data-shown={shown.join(' ')}>
        <MapDrawing
          map={{ ...of, shapes: of.shapes.filter(isSeen), buildings: of.buildings.filter(isSeen) }}
          buildings={[]}
          asked={id}
          found={null}
          piece={{
            viewBox: `${seen.left} ${seen.top} ${width} ${seen.bottom - seen.top}`,
            letters: (width * LETTERS) / PAGE_WIDTH,
          }}
        />
      </div>
    </Link>
  );
}

/** Returns the area around the building, within the map's bounds. */
function findSeen(of: CampusMap, { left, top, right, bottom }: Rectangle): Rectangle {
  const extent = Math.max(right - left, (bottom - top) / HEIGHT) * AROUND;
  const width = Math.round(Math.min(of.width, Math.max(extent, of.width / PART)));
  const height = Math.round(Math.min(of.height, width * HEIGHT));
  const begin = (middle: number, size: number, whole: number) =>
    Math.round(Math.max(0, Math.min(whole - size, middle - size / 2)));
  const x = begin((left + right) / 2, width, of.width);
  const y = begin((top + bottom) / 2, height, of.height);
  return { left: x, top: y, right: x + width, bottom: y + height };
}
