import { PINS_MAX, SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import type { Building } from '@madang/contract/campus/schema';
import { useQueryClient } from '@tanstack/react-query';
import { Map, Star } from 'lucide';
import { Button, ButtonLink, Icon, IconButton } from '../../components/button.tsx';
import { copy } from '../../copy.ko.ts';
import { useHydrated } from '../../lib/page.ts';
import { useParams } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { BoardIntro, BuildingPicture, NoSuchPlace } from '../campus/building.tsx';
import { useHasInPack, useOfficial } from '../campus/campus-context.ts';
import { useBuilding } from '../campus/campus-queries.ts';
import { Failure, isMissing } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { useSoonMark } from '../campus/soon-mark.tsx';
import { useAction } from '../campus/use-action.ts';
import { EmptyBoard } from '../posts/endless-list.tsx';
import { SortedPosts } from '../posts/board.tsx';
import { putPins } from '../session/pins.ts';
import { useSession } from '../session/session.ts';
import styles from './buildings.module.css';
import { VoiceStrip } from './voice-strip.tsx';

export default function BuildingScreen() {
  const { buildingId = '' } = useParams();
  const { data: building, error, refetch } = useBuilding(buildingId);
  const { mark, ...described } = useSoonMark({ built: true });
  const hasMap = useHasInPack('map');
  const isPlace = !SPECIAL_BOARD_IDS.some((id) => id === buildingId);
  const official = useOfficial();
  // The server knows no pins.
  const hydrated = useHydrated();
  if (error && (!building || isMissing(error))) {
    return (
      <Screen title={copy['tab.building']}>
        {isMissing(error) ? <NoSuchPlace kind="building" /> : <Failure error={error} onRetry={refetch} />}
      </Screen>
    );
  }
  return (
    <Screen title={building?.name ?? copy['tab.building']}>
      <BuildingPicture building={building} priority="auto" />
      {hydrated && official && isPlace && building ? <PinButton building={building} /> : null}
      <BoardIntro board={building}>
        {isPlace ? (
          <div className="flex flex-wrap gap-2">
            {hasMap ? (
              <ButtonLink look="plain" to={`/map?at=${buildingId}`}>
                <Icon of={Map} size={20} />
                {copy['map.show']}
              </ButtonLink>
            ) : null}
            {official ? (
              <ButtonLink look="plain" to={`/building/${buildingId}/view`}>
                {copy['building.view']}
              </ButtonLink>
            ) : (
              <Button look="plain" onClick={() => showToast(copy['notice.official'])} {...described}>
                {copy['building.view']}
                {mark}
              </Button>
            )}
          </div>
        ) : null}
      </BoardIntro>
      {isPlace ? <VoiceStrip buildingId={buildingId} seats={building?.seats} /> : null}
      <SortedPosts buildingId={buildingId} empty={<EmptyBoard text={copy['empty.posts']} writable />} />
    </Screen>
  );
}

/** Renders a button that pins the building to home or unpins it; filled if pinned [EV-01]. */
function PinButton({ building: { id, name, picture } }: { building: Building }) {
  const client = useQueryClient();
  const { pins = [] } = useSession();
  const pinned = pins.some((pin) => pin.id === id);
  const { onClick } = useAction(async () => {
    if (!pinned && pins.length >= PINS_MAX) return showToast(copy['pins.full']);
    const others = pins.filter((pin) => pin.id !== id);
    await putPins(client, pinned ? others : [...others, { id, name, picture }]);
    if (!pinned) showToast(copy['pins.added']);
  });
  return (
    <IconButton label={copy['pins.add']} className={styles.star} aria-pressed={pinned} onClick={onClick}>
      <Icon of={Star} filled={pinned} />
    </IconButton>
  );
}
