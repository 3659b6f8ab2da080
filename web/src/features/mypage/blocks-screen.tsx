import type { OwnBlock } from '@madang/contract/moderation/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { blocksQuery, readFoldsAgain } from '../posts/post-queries.ts';
import styles from './mypage.module.css';

/** Lists blocked users by the name shown when blocked, with an unblock button [MO-11]. */
export default function BlocksScreen() {
  const { data, error, refetch } = useQuery(blocksQuery);
  return (
    <Screen title={copy['mypage.blocks']} heading="shown">
      {!data && error ? (
        <Failure error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton width="100%" height="160px" />
      ) : data.length === 0 ? (
        <StateMessage picture="posts" text={copy['blocks.empty']} />
      ) : (
        <>
          <p className="px-margin text-soft pb-5">{copy['blocks.explain']}</p>
          <ul>
            {data.map((block) => (
              <Block key={block.id} {...block} />
            ))}
          </ul>
        </>
      )}
    </Screen>
  );
}

function Block({ id, nickname, blockedAt }: OwnBlock) {
  const client = useQueryClient();
  const taking = useAction(async () => {
    await call('DELETE /api/profile/blocks/{id}', { path: { id } });
    client.setQueryData(blocksQuery.queryKey, (blocks) => blocks?.filter((block) => block.id !== id));
    readFoldsAgain(client);
    showToast(copy['block.taken']);
  });
  return (
    <li className={`row flex-wrap justify-between pad-3 border-t ${styles.block}`}>
      <span className={`flex-col min-w-0 text-faint text-small wrap-anywhere ${styles.blocked}`}>
        <b>{nickname}</b>
        <DateTime instant={blockedAt} />
      </span>
      <Button look="plain" aria-label={fillCopy(copy['blocks.take'], { nickname })} {...taking}>
        {copy['block.take']}
      </Button>
    </li>
  );
}
