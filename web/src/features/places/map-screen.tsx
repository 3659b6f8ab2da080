import { freeRooms } from '@madang/contract/places/rooms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Phone } from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { ButtonLink, Icon } from '../../components/button.tsx';
import { ChipLinks } from '../../components/lists.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Output } from '../../lib/api.ts';
import { useHydrated } from '../../lib/page.ts';
import { Link, useSearchParams } from '../../lib/router.tsx';
import { useCampus, useHasInPack } from '../campus/campus-context.ts';
import { type CampusMap, type Pack, packQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { type OpenTickets, ticketsQuery } from '../tickets/ticket-queries.ts';
import { AmenityList } from './amenity-list.tsx';
import { followVoices } from './follow-voices.ts';
import { MapBox } from './map-box.tsx';
import { FoundMark } from './map-drawing.tsx';
import styles from './map.module.css';
import {
  type Amenity,
  countByBuilding,
  filterAmenities,
  filterBuildings,
  groupByBuilding,
  isFiltering,
  type PlaceFilter,
  placePath,
  readPlaceFilter,
} from './place-filter.ts';
import { isKnown, type PlaceReports, roomsQuery, type RoomsToday, voicesQuery } from './place-queries.ts';
import { crowdTexts } from './place-texts.ts';

/** Renders the campus as a drawing and, with the same content, as a list [PL-01]. */
export default function MapScreen() {
  const { searchTerms, categories } = useCampus();
  const [query] = useSearchParams();
  const asked = query.get('at');
  const filter = readPlaceFilter(
    query,
    searchTerms,
    categories.map(({ name }) => name),
  );
  const { data: pack, error, refetch } = useQuery(packQuery);
  if (error && !pack) {
    return (
      <Screen title={copy['building.map']}>
        <Failure error={error} onRetry={refetch} />
      </Screen>
    );
  }
  return (
    <Screen title={copy['building.map']}>
      {pack ? <Places pack={pack} filter={filter} asked={asked} /> : <Skeleton height="62svh" />}
    </Screen>
  );
}

/** Listed results, their marked buildings, and the legend. */
interface Shown {
  amenities: Amenity[] | null;
  buildings: Pack['buildings'] | null;
  withSteps: Pack['buildings'];
  marks: Map<string, string> | null;
  looks?: Map<string, string>;
  patterns?: ReactNode;
  says: { look: string; text: string }[];
  /** Text without results. */
  none?: string;
}

interface PlacesProps {
  pack: Pack;
  filter: PlaceFilter;
  asked: string | null;
}

function Places({ pack, filter, asked }: PlacesProps) {
  const clock = useCampusClock();
  const { data: today } = useQuery(roomsQuery);
  const hydrated = useHydrated();
  const show = (shown: Shown = NOTHING_YET) => (
    <Found pack={pack} filter={filter} asked={asked} shown={shown} />
  );
  return (
    <>
      <Filters pack={pack} filter={filter} asked={asked} hasRooms={isKnown(today, clock)} />
      {filter.layer === null ? (
        show(findShown(pack, filter, clock))
      ) : hydrated ? (
        // Current data changes by the minute, so the server never renders it.
        <Layer pack={pack} filter={filter} clock={clock} show={show} />
      ) : (
        show()
      )}
    </>
  );
}

function Found({ pack, filter, asked, shown }: PlacesProps & { shown: Shown }) {
  const { amenities, buildings, withSteps, marks, looks, patterns, says } = shown;
  return (
    <>
      {pack.map ? (
        <div className={styles.palette}>
          <MapBox
            map={pack.map}
            buildings={pack.buildings}
            asked={asked}
            found={marks}
            // A changed filter moves the map to its results; later data does not.
            fitted={isFiltering(filter) ? placePath(filter) : ''}
            looks={looks}
            patterns={patterns}
          />
          <Legend shapes={pack.map.shapes} found={says} />
        </div>
      ) : null}
      <Below heading={filter.kind ?? copy['map.list']} />
      {amenities ? (
        <AmenityList groups={groupByBuilding(amenities, pack.buildings)} hours={pack.hours} />
      ) : null}
      {buildings ? <BuildingIndex buildings={buildings} asked={asked} notes={filter.layer && marks} /> : null}
      {withSteps.length > 0 ? (
        <>
          <h2 className={styles.rest}>{copy['map.withSteps']}</h2>
          <BuildingIndex buildings={withSteps} asked={asked} notes={null} />
        </>
      ) : null}
      {(amenities ?? buildings)?.length === 0 ? (
        <StateMessage
          picture="search"
          text={shown.none ?? (filter.open ? copy['map.found.closed'] : copy['map.found.none'])}
        >
          <ButtonLink look="plain" to={placePath({}, asked)} replace>
            {copy['map.all']}
          </ButtonLink>
        </StateMessage>
      ) : null}
    </>
  );
}

const striped = (text: string) => [{ look: 'found', text }];

/** Reserves the legend's line before data is known. */
const NOTHING_YET: Shown = {
  amenities: null,
  buildings: null,
  withSteps: [],
  marks: null,
  says: striped('\u00a0'),
};

function findShown(pack: Pack, filter: PlaceFilter, clock: number): Shown {
  if (filter.kind === null) {
    const { found, withSteps } = filterBuildings(pack, filter, clock);
    const isAll = !isFiltering(filter);
    return {
      amenities: null,
      buildings: found,
      withSteps,
      marks: isAll ? null : new Map(found.map(({ id }) => [id, copy['map.found.one']])),
      says: isAll ? [] : striped(fillCopy(copy['map.found.buildings'], { n: found.length })),
    };
  }
  const amenities = filterAmenities(pack, filter, clock);
  const there = amenities.filter(({ goneOn }) => goneOn === null);
  const { kind } = filter;
  return {
    amenities,
    buildings: null,
    withSteps: [],
    marks: countByBuilding(there, kind),
    says: striped(fillCopy(copy['map.found'], { what: kind, n: there.length })),
  };
}

/** Renders the filters (kind, opening, access) as links: the address holds them all. */
function Filters({ pack, filter, asked, hasRooms }: PlacesProps & { hasRooms: boolean }) {
  const { categories } = useCampus();
  const { kind, stepFree, open, category, layer } = filter;
  const chip = (label: string, current: boolean, change: Partial<PlaceFilter>) => ({
    to: placePath({ ...filter, ...change }, asked),
    label,
    current,
  });
  const kinds = pack.kinds.filter(({ name }) => pack.amenities.some((amenity) => amenity.kind === name));
  const when = (at: 'now' | 'late', label: string) =>
    chip(label, open === at, { open: open === at ? null : at });
  const showing = (one: PlaceFilter['layer'], label: string) =>
    chip(label, layer === one, { layer: layer === one ? null : one, kind: null });
  const present = categories.filter(({ name }) =>
    pack.buildings.some((building) => building.category === name),
  );
  const filters = [
    showing('now', copy['voice.heading']),
    ...(hasRooms || layer === 'rooms' ? [showing('rooms', copy['map.rooms'])] : []),
    ...(pack.hours.length > 0 ? [when('now', copy['map.openNow']), when('late', copy['map.openLate'])] : []),
    ...(kinds.length > 0 ? [chip(copy['map.stepFree'], stepFree, { stepFree: !stepFree })] : []),
    // A single category would exclude nothing.
    ...(present.length > 1 ? present : []).map(({ name, tab }) =>
      chip(tab, category === name, { category: category === name ? null : name }),
    ),
  ];
  return (
    <>
      <ChipLinks
        label={copy['map.kinds']}
        chips={kinds.map(({ name }) =>
          chip(name, name === kind, { kind: name === kind ? null : name, layer: null }),
        )}
        oneRow
        replace
      />
      <ChipLinks label={copy['map.filters']} chips={filters} oneRow replace />
    </>
  );
}

/** Renders the legend of the map's unlabelled marks; results come first. */
function Legend({ shapes, found }: Pick<CampusMap, 'shapes'> & { found: Shown['says'] }) {
  const marks = [
    { kind: 'lift', d: 'M12,8h0', label: copy['map.lift'] },
    { kind: 'steps', d: 'M2,8 22,8', label: copy['map.steps'] },
    { kind: 'slope', d: 'M3,8 22,8', label: copy['map.slope'] },
  ] as const;
  return (
    <ul className={`flex flex-wrap px-margin text-soft text-small pt-2 ${styles.legend}`}>
      {found.length === 0 ? null : (
        <li aria-live="polite" className={styles.foundLegend}>
          {found.map(({ look, text }) => (
            <span key={look}>
              <svg viewBox="0 0 24 16" width="1.5rem" height="1rem" aria-hidden>
                <FoundMark look={look} d="M3,3 21,3 21,13 3,13Z" />
              </svg>
              {text}
            </span>
          ))}
        </li>
      )}
      {marks
        .filter((mark) => shapes.some(({ kind }) => kind === mark.kind))
        .map(({ kind, d, label }) => (
          <li key={kind}>
            <svg viewBox="0 0 24 16" width="1.5rem" height="1rem" aria-hidden>
              <path className={styles[kind]} d={d} />
            </svg>
            {label}
          </li>
        ))}
    </ul>
  );
}

function Below({ heading }: { heading: string }) {
  const hasNumbers = useHasInPack('emergency');
  return (
    <div className="row flex-wrap justify-between gap-2 px-margin pt-4">
      <h2 className="text-title">{heading}</h2>
      {hasNumbers ? (
        <ButtonLink look="plain" to="/emergency" state={{ from: '/map' }}>
          <Icon of={Phone} size={18} />
          {copy['emergency.title']}
        </ButtonLink>
      ) : null}
    </div>
  );
}

interface BuildingIndexProps {
  buildings: Pack['buildings'];
  asked: string | null;
  /** Free rooms per building, each with a link to one. */
  notes: ReadonlyMap<string, string> | null;
}

function BuildingIndex({ buildings, asked, notes }: BuildingIndexProps) {
  const { categories } = useCampus();
  return categories.map(({ name: category, tab }) => {
    const own = buildings.filter((building) => building.category === category);
    return own.length === 0 ? null : (
      <section key={category} className={`px-margin pt-4 ${styles.category}`}>
        <h3>{tab}</h3>
        <ul>
          {own.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/building/${id}${notes ? '/view' : ''}`} aria-current={id === asked || undefined}>
                {name}
                {notes ? <small>{notes.get(id)}</small> : null}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

interface LayerProps {
  pack: Pack;
  filter: PlaceFilter;
  clock: number;
  show: (shown?: Shown) => ReactNode;
}

/** Shows current data on the map; refreshes crowd reports while open. */
function Layer({ pack, filter, clock, show }: LayerProps) {
  const isNow = filter.layer === 'now';
  const client = useQueryClient();
  const { data: today } = useQuery(roomsQuery);
  const { data: voices } = useQuery({ ...voicesQuery, enabled: isNow });
  const { data: tickets } = useQuery({ ...ticketsQuery, enabled: isNow });
  useEffect(() => (isNow ? followVoices(client) : undefined), [isNow, client]);
  if (!today || (isNow && !(voices && tickets))) return show();
  return show(
    voices && tickets && isNow
      ? findNow(pack, { today, voices, tickets }, filter, clock)
      : findRooms(pack, today, filter, clock),
  );
}

/** Returns the buildings with a free room now, step-free if requested, as map marks. */
function findRooms(pack: Pack, today: RoomsToday | undefined, filter: PlaceFilter, clock: number) {
  const free = isKnown(today, clock) ? freeRooms(today, pack.hours, clock) : [];
  const { found } = filterBuildings(pack, { ...filter, stepFree: false }, clock);
  const ids = new Set(found.map(({ id }) => id));
  const rooms = free
    .map(({ room }) => room)
    .filter(({ buildingId, stepFree }) => ids.has(buildingId) && (!filter.stepFree || stepFree === true));
  const marks = countByBuilding(rooms, copy['map.rooms']);
  return {
    amenities: null,
    buildings: found.filter(({ id }) => marks.has(id)),
    withSteps: [],
    marks,
    says: [
      { look: 'found', text: fillCopy(copy['map.found'], { what: copy['map.rooms'], n: rooms.length }) },
    ],
  };
}

interface Known {
  today: RoomsToday | undefined;
  voices: Output<'GET /api/voices'>;
  tickets: OpenTickets;
}

/** Returns current marks with their patterns: crowd reports, otherwise tickets; and free rooms [PL-13]. */
function findNow(pack: Pack, { today, voices, tickets }: Known, filter: PlaceFilter, clock: number) {
  const rooms = findRooms(pack, today, filter, clock).marks;
  const broken = countByBuilding(tickets.tickets, copy['ticket.title']);
  const heard = (id: string): PlaceReports => voices.places[id] ?? {};
  const marks = new Map<string, string>();
  for (const { id } of filterBuildings(pack, filter, clock).found) {
    const { now, quiet } = heard(id);
    const facts = [
      now && crowdTexts[now],
      quiet && copy['voice.quiet'],
      rooms.get(id),
      broken.get(id),
    ].filter(Boolean);
    if (facts.length > 0) marks.set(id, facts.join(' · '));
  }
  const looks = new Map(
    [...marks.keys()].map((id) => [id, heard(id).now ?? (broken.has(id) ? 'broken' : 'found')]),
  );
  const texts = Object.entries({
    ...crowdTexts,
    broken: copy['ticket.reported'],
    found: copy['map.otherNews'],
  });
  const isSeen = new Set(looks.values());
  return {
    amenities: null,
    buildings: pack.buildings.filter(({ id }) => marks.has(id)),
    withSteps: [],
    marks,
    looks,
    patterns: <CrowdPatterns />,
    none: copy['map.noNews'],
    says: texts.filter(([look]) => isSeen.has(look)).map(([look, text]) => ({ look, text })),
  };
}

/** Renders crowding patterns that differ in coverage as well as colour; faults are crossed. */
function CrowdPatterns() {
  const patterns = {
    free: 'M4,4h0',
    normal: 'M0,4H8',
    crowded: 'M0,4H8M4,0V8',
    split: 'M0,8 4,0 8,8',
    broken: 'M1,1 7,7M7,1 1,7',
  };
  return Object.entries(patterns).map(([look, d]) => (
    <pattern key={look} id={look} width="8" height="8" patternUnits="userSpaceOnUse">
      <path className={styles.stripes} data-look={look} d={d} />
    </pattern>
  ));
}
