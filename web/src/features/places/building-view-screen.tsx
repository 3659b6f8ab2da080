import { isCafeteria } from '@madang/contract/places/meals';
import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { buildingQuery, type Pack, packQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { Failure, isMissing } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { LateVoiceStrip } from './late-voice-strip.tsx';
import { roomsQuery } from './place-queries.ts';
import { useParams } from '../../lib/router.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { FreeRooms } from './free-rooms.tsx';
import { Floors } from './floors.tsx';
import { StepFree } from './step-free.tsx';
import { TodaysHours } from './todays-hours.tsx';
import { ViewPosts, viewQuery } from './view-posts.tsx';
import styles from './view.module.css';

const noSuchPlace = lazyModule(() => import('../campus/no-such-place.tsx'));

/** Renders a building at a glance; omits what is unknown [PL-02]. */
export default function BuildingViewScreen() {
  const { buildingId = '' } = useParams();
  const building = useQuery(buildingQuery(buildingId));
  const pack = useQuery(packQuery);
  const isPlace = building.data?.kind === 'building';
  const isNone = isMissing(building.error) || (building.data !== undefined && !isPlace);
  const none = useModule(noSuchPlace, isNone);
  if (isNone)
    return (
      <Screen title={copy['building.view']}>{none ? <none.NoSuchPlace kind="building" /> : null}</Screen>
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

/** Rendered last: they can move nothing below. */
const piece = lazyModule(() => import('./view-pieces.tsx'));

function View({ pack, buildingId, seats }: { pack: Pack; buildingId: string; seats: string | undefined }) {
  const clock = useCampusClock();
  const { parts } = useLazyModule(piece);
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
    <div className={styles.view}>
      <LateVoiceStrip buildingId={buildingId} seats={seats} />
      <TodaysHours hours={pack.hours} buildingId={buildingId} clock={clock} />
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
