import { freeRooms } from '@madang/contract/places/rooms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Output } from '../../lib/api.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { crowdTexts } from './crowd-texts.ts';
import { countByBuilding, filterBuildings, type PlaceFilter } from './place-filter.ts';
import { isKnown, type PlaceReports, type RoomsToday, roomsQuery, voicesQuery } from './place-queries.ts';
import { type OpenTickets, ticketsQuery } from '../tickets/open-tickets.ts';
import { followVoices } from './follow-voices.ts';
import styles from './map.module.css';
import type { Shown } from './map-drawing.tsx';

interface LayerProps {
  pack: Pack;
  filter: PlaceFilter;
  clock: number;
  show: (shown?: Shown) => ReactNode;
}

/** Shows current data on the map; refreshes crowd reports while open. */
export function Layer({ pack, filter, clock, show }: LayerProps) {
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
