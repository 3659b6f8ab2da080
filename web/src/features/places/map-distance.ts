import type { CampusMap } from '../campus/campus-queries.ts';

/** In metres from the map's north-western corner. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function rectangleOf(path: string): Rectangle {
  const points = [...path.matchAll(/(-?\d{1,5}),(-?\d{1,5})/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Whether two rectangles intersect. */
export function meets(one: Rectangle, other: Rectangle): boolean {
  return (
    one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom
  );
}

/** Returns the rectangle extended on each side, in metres. */
function widen({ left, top, right, bottom }: Rectangle, by: number): Rectangle {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** Whether the map has a mark of this kind within some metres of a building. */
export function hasNear(map: CampusMap, buildingId: string, kind: string, metres: number): boolean {
  const building = map.buildings.find(({ id }) => id === buildingId);
  if (!building) return false;
  const around = widen(rectangleOf(building.d), metres);
  return map.shapes.some((shape) => shape.kind === kind && meets(rectangleOf(shape.d), around));
}
