import { isCafeteria } from '@madang/contract/places/meals';
import {
  campusDay,
  comingHours,
  hoursOfAmenity,
  hoursOfBuilding,
  hoursOn,
  isOpen,
  openState,
  rangesOn,
} from '@madang/contract/places/open-hours';
import type { FreeRoom } from '@madang/contract/places/rooms';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Accessibility, MessageCircle } from 'lucide';
import { useState } from 'react';
import { Button, ButtonLink, Icon } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, call } from '../../lib/api.ts';
import { useHydrated } from '../../lib/page.ts';
import { useParams } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { lazyModule } from '../../lib/use-module.ts';
import { buildingQuery, type Pack, packQuery } from '../campus/campus-queries.ts';
import { RelativeTime, useCampusClock } from '../campus/campus-time.tsx';
import { Failure, isMissing } from '../campus/failure.tsx';
import { NoSuchPlace } from '../campus/building.tsx';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { Count, PostRows } from '../posts/post-rows.tsx';
import { AmenityIcon, AmenityRow } from './amenity-list.tsx';
import { hasNear } from './map-distance.ts';
import type { Amenity } from './place-filter.ts';
import { roomsQuery, useFreeRooms } from './place-queries.ts';
import { dayText, describeUntil, rangesText, stateText, weekText } from './place-texts.ts';
import styles from './view.module.css';
import { VoiceStrip } from './voice-strip.tsx';

/** The last sections: they can move nothing below. */
const pieces = lazyModule(() => import('./view-pieces.tsx'));

/** Renders a building at a glance; omits what is unknown [PL-02]. */
export default function BuildingViewScreen() {
  const { buildingId = '' } = useParams();
  const building = useQuery(buildingQuery(buildingId));
  const pack = useQuery(packQuery);
  const isPlace = building.data?.kind === 'building';
  const isNone = isMissing(building.error) || (building.data !== undefined && !isPlace);
  if (isNone)
    return (
      <Screen title={copy['building.view']}>
        <NoSuchPlace kind="building" />
      </Screen>
    );
  const failed = [building, pack].find(({ data, error }) => error && !data);
  const name = building.data?.name;
  return (
    <Screen title={name ? fillCopy(copy['view.title'], { name }) : copy['building.view']}>
      {failed ? <Failure error={failed.error} onRetry={failed.refetch} /> : null}
      {!failed && !pack.data ? <Skeleton height="62svh" /> : null}
      {isPlace && pack.data ? (
        <View pack={pack.data} buildingId={buildingId} seats={building.data?.seats} />
      ) : null}
    </Screen>
  );
}

interface ViewProps {
  pack: Pack;
  buildingId: string;
  seats: string | undefined;
}

function View({ pack, buildingId, seats }: ViewProps) {
  const clock = useCampusClock();
  const { parts } = useLazyModule(pieces);
  const { data: posts } = useQuery(viewQuery(buildingId));
  const { data: today } = useQuery(roomsQuery);
  const amenities = pack.amenities.filter((amenity) => amenity.buildingId === buildingId);
  const nothing =
    amenities.length === 0 &&
    !today?.rooms.some((room) => room.buildingId === buildingId) &&
    !pack.hours.some((one) => one.buildingId === buildingId) &&
    !pack.map?.buildings.some(({ id }) => id === buildingId) &&
    posts?.answered.length === 0 &&
    posts.marked.length === 0;
  return (
    <div className={`flex-col gap-4 pt-3 pb-8 ${styles.view}`}>
      <VoiceStrip buildingId={buildingId} seats={seats} />
      <TodaysHours pack={pack} buildingId={buildingId} clock={clock} />
      {amenities.some(({ kind, goneOn }) => isCafeteria(kind) && goneOn === null) ? (
        <ButtonLink look="quiet" to={`/building/${buildingId}/view#meals`} replace>
          {copy['meals.title']}
        </ButtonLink>
      ) : null}
      <FreeRooms buildingId={buildingId} clock={clock} />
      <Floors pack={pack} amenities={amenities} clock={clock} />
      <StepFree pack={pack} amenities={amenities} buildingId={buildingId} />
      <ViewPosts buildingId={buildingId} />
      {nothing ? <StateMessage picture="search" text={copy['view.none']} /> : null}
      <ButtonLink look="plain" to={`/building/${buildingId}`}>
        {copy['view.board']}
      </ButtonLink>
      {parts ? <parts.ViewPieces pack={pack} id={buildingId} clock={clock} /> : null}
    </div>
  );
}

interface PartProps {
  pack: Pack;
  buildingId: string;
  amenities: readonly Amenity[];
  clock: number;
}

/** More would push other amenities off a phone's first screen [PL-14]. */
const SHOWN = 3;

/** Lists the building's rooms without a class now, longest free first [RM-02]; nothing if unknown. */
function FreeRooms({ buildingId, clock }: Pick<PartProps, 'buildingId' | 'clock'>) {
  const [all, showAll] = useState(false);
  const { data } = useQuery(roomsQuery);
  const free = useFreeRooms(clock)?.filter(({ room }) => room.buildingId === buildingId);
  const source = data?.rooms.find((room) => room.buildingId === buildingId)?.source;
  if (!free || source === undefined) return null;
  const shown = all ? free : free.slice(0, SHOWN);
  return (
    <section className={`px-margin ${styles.amenities}`}>
      <h2>{copy['rooms.title']}</h2>
      {free.length === 0 ? <p>{copy['rooms.none']}</p> : null}
      <ul>
        {shown.map((one) => (
          <RoomRow key={one.room.id} {...one} />
        ))}
      </ul>
      {shown.length < free.length ? (
        <Button look="plain" onClick={() => showAll(true)}>
          {fillCopy(copy['rooms.all'], { n: free.length })}
        </Button>
      ) : null}
      <p className="text-faint text-small">{fillCopy(copy['view.source'], { source })}</p>
    </section>
  );
}

function RoomRow(free: FreeRoom) {
  const { room } = free;
  const hydrated = useHydrated();
  const { name, floor, seats, stepFree } = room;
  const where = [
    fillCopy(copy['amenity.floor'], { floor }),
    seats === null ? [] : fillCopy(copy['rooms.seats'], { n: seats }),
  ].flat();
  return (
    <li className={`items-center py-2 border-b ${styles.room}`}>
      <b>{name}</b>
      <span className="text-faint text-small">{where.join(' · ')}</span>
      {stepFree ? (
        <span className="flex text-success">
          <Icon of={Accessibility} size={18} />
          <VisuallyHidden>{copy['amenity.stepFree']}</VisuallyHidden>
        </span>
      ) : null}
      <span className={`text-success tabular-nums ${styles.until}`}>{describeUntil(free)}</span>
      {hydrated ? <LockedRoom id={room.id} name={name} /> : null}
    </li>
  );
}

/** Reports a locked door [RM-03]. */
function LockedRoom({ id, name }: { id: string; name: string }) {
  const client = useQueryClient();
  const [said, setSaid] = useState(false);
  const { busy, onClick } = useAction(async () => {
    const { hidden } = await call('PUT /api/rooms/{roomId}/locked', { path: { roomId: id } });
    setSaid(true);
    showToast(hidden ? copy['rooms.locked.hidden'] : copy['rooms.locked.one']);
    if (hidden) await client.invalidateQueries(roomsQuery);
  });
  return (
    <Button look="small" busy={busy} {...(said ? { 'aria-disabled': true } : { onClick })}>
      <VisuallyHidden>{name} </VisuallyHidden>
      {said ? copy['rooms.locked.said'] : copy['rooms.locked']}
    </Button>
  );
}

/** Renders amenities by floor, the lowest first. */
function Floors({ pack, amenities, clock }: Omit<PartProps, 'buildingId'>) {
  const floors = [...new Set(amenities.map(({ floor }) => floor))];
  if (floors.length === 0) return null;
  const icons = new Map(pack.kinds.map(({ name, icon }) => [name, icon]));
  // Amenities with the building's hours repeat nothing.
  const stateOf = (amenity: Amenity) =>
    amenity.hours && openState(hoursOfAmenity(amenity, pack.hours), clock);
  return (
    <section className={`px-margin ${styles.amenities}`}>
      <h2>{copy['view.amenities']}</h2>
      {floors.map((floor) => (
        <section key={floor}>
          <h3>{fillCopy(copy['amenity.floor'], { floor })}</h3>
          <ul>
            {amenities
              .filter((one) => one.floor === floor)
              .map((amenity) => (
                <AmenityRow key={amenity.id} amenity={amenity} state={stateOf(amenity)} among={amenities}>
                  <AmenityIcon name={icons.get(amenity.kind)} />
                  <b>{amenity.kind}</b>
                </AmenityRow>
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** Distances in metres within which a lift or slope belongs to a building. */
const BESIDE = 6;
const NEAR = 20;

/** Renders the known step-free access. */
function StepFree({ pack: { map }, amenities, buildingId }: Omit<PartProps, 'clock'>) {
  const kindsOf = (stepFree: boolean) => [
    ...new Set(amenities.flatMap((one) => (one.stepFree === stepFree && !one.goneOn ? [one.kind] : []))),
  ];
  const free = kindsOf(true);
  // A kind reachable both ways counts as reachable.
  const steps = kindsOf(false).filter((kind) => !free.includes(kind));
  const said = [
    map && hasNear(map, buildingId, 'lift', BESIDE) ? copy['view.lift'] : [],
    map && hasNear(map, buildingId, 'slope', NEAR) ? copy['view.slope'] : [],
    free.length > 0 ? fillCopy(copy['view.stepFree'], { kinds: free.join(', ') }) : [],
    steps.length > 0 ? fillCopy(copy['view.steps'], { kinds: steps.join(', ') }) : [],
  ].flat();
  if (said.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{copy['map.stepFree']}</h2>
      <ul>
        {said.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** Days ahead for which changed hours are announced. */
const AHEAD = 14;

/** Renders until when a building is open today, and changes; nothing if unknown. */
function TodaysHours({ pack: { hours }, buildingId, clock }: Omit<PartProps, 'amenities'>) {
  const hoursOf = hoursOfBuilding(hours, buildingId);
  const state = openState(hoursOf, clock);
  const ranges = rangesOn(hoursOf, clock);
  const coming = comingHours(hours, buildingId, clock, AHEAD);
  const source = (hoursOn(hours, buildingId, campusDay(clock)) ?? coming)?.source;
  if (!source) return null;
  return (
    <section className={styles.card}>
      <h2>{copy['view.hours']}</h2>
      {state ? (
        <p className={styles.state} data-open={isOpen(state) || undefined}>
          {stateText(state)}
        </p>
      ) : null}
      {ranges && ranges.length > 0 && state?.is !== 'always' ? (
        <p>{fillCopy(copy['view.today'], { hours: rangesText(ranges) })}</p>
      ) : null}
      {coming ? (
        <p>
          {dayText(coming.from ?? '')}–{dayText(coming.to ?? '')} {weekText(coming.hours)}
        </p>
      ) : null}
      <p className="text-faint text-small">{fillCopy(copy['view.source'], { source })}</p>
    </section>
  );
}

/** Returns the query of a building view's posts; refetched each time it is shown. */
function viewQuery(buildingId: string) {
  return queryOptions({
    queryKey: ['view', buildingId],
    ...ask('GET /api/buildings/{buildingId}/view', { path: { buildingId } }),
  });
}

/** Lists questions and posts about a building. */
function ViewPosts({ buildingId }: { buildingId: string }) {
  const { data, error, refetch } = useQuery(viewQuery(buildingId));
  if (!data && error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height="240px" />;
  return (
    <>
      <PostRows
        title={copy['view.answered']}
        posts={data.answered}
        facts={({ createdAt, replyCount }) => (
          <>
            <RelativeTime instant={createdAt} />
            <Count icon={MessageCircle} n={replyCount} text={copy['count.replies']} />
          </>
        )}
      />
      <PostRows
        title={copy['view.marked']}
        posts={data.marked}
        facts={({ createdAt, keywords }) => (
          <>
            <span>{keywords.join(', ')}</span>
            <RelativeTime instant={createdAt} />
          </>
        )}
      />
    </>
  );
}
