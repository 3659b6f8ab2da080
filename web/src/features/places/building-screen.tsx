import { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import { useQuery } from '@tanstack/react-query';
import { Map } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { BoardIntro } from '../campus/board-intro.tsx';
import { BuildingPicture } from '../campus/building-picture.tsx';
import { useHasInPack } from '../campus/campus-context.ts';
import { buildingQuery } from '../campus/campus-queries.ts';
import { Failure, isMissing } from '../campus/failure.tsx';
import { NoSuchPlace } from '../campus/no-such-place.tsx';
import { useOfficialAction } from '../campus/official-feature.ts';
import { Screen } from '../campus/screen.tsx';
import { useSoonMark } from '../campus/soon-mark.tsx';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { EmptyBoard } from '../posts/endless-list.tsx';
import { LateVoiceStrip } from './late-voice-strip.tsx';
import { SortedPosts } from '../posts/board.tsx';
import { useParams } from '../../lib/router.tsx';
import { Button, ButtonLink, Icon } from '../../components/button.tsx';
import { lazyModule } from '../../lib/use-module.ts';
import styles from './building-screen.module.css';

const pinning = lazyModule(() => import('./pin-button.tsx'));

export default function BuildingScreen() {
  const { buildingId = '' } = useParams();
  const { data: building, error, refetch } = useQuery(buildingQuery(buildingId));
  const view = useOfficialAction(copy['notice.official']);
  const { mark, ...described } = useSoonMark({ built: true });
  const hasMap = useHasInPack('map');
  const isPlace = !SPECIAL_BOARD_IDS.some((id) => id === buildingId);
  const { official, parts } = useLazyModule(pinning, isPlace);
  if (error && (!building || isMissing(error))) {
    return (
      <Screen title={copy['tab.building']}>
        {isMissing(error) ? <NoSuchPlace kind="building" /> : <Failure error={error} onRetry={refetch} />}
      </Screen>
    );
  }
  return (
    <Screen title={building?.name ?? copy['tab.building']}>
      <BuildingPicture building={building} eager />
      {parts && building ? <parts.PinButton building={building} /> : null}
      <BoardIntro board={building}>
        {isPlace ? (
          <div className={styles.actions}>
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
              <Button look="plain" onClick={view} {...described}>
                {copy['building.view']}
                {mark}
              </Button>
            )}
          </div>
        ) : null}
      </BoardIntro>
      {isPlace ? <LateVoiceStrip buildingId={buildingId} seats={building?.seats} /> : null}
      <SortedPosts buildingId={buildingId} empty={<EmptyBoard text={copy['empty.posts']} writable />} />
    </Screen>
  );
}
