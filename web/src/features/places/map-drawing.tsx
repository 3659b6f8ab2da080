import { LABEL_LINE, LABEL_SIZE, MAP_POINTS, MAP_WIDTH } from '@madang/contract/campus/rules';
import { memo, type ReactNode } from 'react';
import type { CampusMap, Pack } from '../campus/campus-queries.ts';
import { Link } from '../../lib/router.tsx';
import styles from './map.module.css';

type Label = CampusMap['buildings'][number]['label'];

/** Line height of a label, relative to its size. */
const LINE = LABEL_LINE / LABEL_SIZE;
/** Distance from the middle of a line to its baseline. */
const DROP = 0.36;

export interface MapDrawingProps {
  map: CampusMap;
  buildings: Pack['buildings'];
  /** Building the user comes from. */
  asked: string | null;
  found: ReadonlyMap<string, string> | null;
  /** Patterns of results that are not striped, and their definitions. */
  looks?: ReadonlyMap<string, string> | undefined;
  patterns?: ReactNode;
  /** Renders only a section, as a picture without links: its viewBox and letter size, in metres. */
  piece?: { viewBox: string; letters: number };
}

/** Renders the map. The zoom only changes its width; the stylesheet does the rest. */
export const MapDrawing = memo(function MapDrawing(props: MapDrawingProps) {
  const { map, buildings, asked, found, looks, patterns, piece } = props;
  const draw = (marks: boolean) =>
    map.shapes
      .filter(({ kind }) => MAP_POINTS.some((point) => point === kind) === marks)
      .map(({ kind, d }) => <path key={`${kind} ${d}`} className={styles[kind]} d={d} />);
  const names = new Map(buildings.map(({ id, name }) => [id, name]));
  return (
    <svg
      className={`w-full block ${styles.map}`}
      viewBox={piece?.viewBox ?? `0 0 ${map.width} ${map.height}`}
      // Size of a label at the smallest zoom, in metres.
      fontSize={piece?.letters ?? (map.width * LABEL_SIZE) / MAP_WIDTH}
      aria-hidden={piece ? true : undefined}
    >
      {draw(false)}
      {map.buildings.map(({ id, d }) => (
        <path key={id} className={styles.wall} d={d} />
      ))}
      {found ? <FoundPattern /> : null}
      {patterns}
      {map.buildings.map(({ id, d }) =>
        found?.has(id) ? <FoundMark key={id} look={looks?.get(id)} d={d} /> : null,
      )}
      {draw(true)}
      {/* Above all walls: a name is never below the building next to it. */}
      {map.buildings.map(({ id, d, label }) =>
        piece ? (
          <g key={id} className={styles.building} data-current={id === asked || undefined}>
            <path d={d} />
            <LabelText {...label} />
          </g>
        ) : (
          <Link
            key={id}
            to={`/building/${id}`}
            className={styles.building}
            aria-label={[names.get(id), found?.get(id)].filter(Boolean).join(', ')}
            aria-current={id === asked || undefined}
            draggable={false}
          >
            <path d={d} />
            <LabelText {...label} />
          </Link>
        ),
      )}
      {map.shapes.map(({ kind, d, label }) =>
        label ? (
          <g key={`${kind} ${d}`} className={styles[`${kind}Name`]}>
            <LabelText {...label} />
          </g>
        ) : null,
      )}
    </svg>
  );
});

function LabelText({ x, y, lines, from }: Label) {
  return (
    <text x={x} y={y} data-from={from ?? 'never'}>
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={`${index === 0 ? DROP - ((lines.length - 1) * LINE) / 2 : LINE}em`}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** Renders a result's mark with its pattern and colour. */
export function FoundMark({ look = 'found', d }: { look?: string | undefined; d: string }) {
  return <path className={styles.found} data-look={look} fill={`url(#${look})`} d={d} />;
}

/** Striped, to differ not only by colour. */
function FoundPattern() {
  return (
    <pattern id="found" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path className={styles.stripes} d="M0,3H12M0,9H12" />
    </pattern>
  );
}
