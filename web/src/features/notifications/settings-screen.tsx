import { NOTIFICATION_KINDS } from '@madang/contract/notifications/rules';
import type { NotificationSettings } from '@madang/contract/notifications/schema';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/field.tsx';
import { ListRow } from '../../components/lists.tsx';
import { Skeleton } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, call } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { useOptimistic } from '../offline/use-optimistic.ts';
import { replyMarksQuery } from '../replies/reply-queries.ts';
import { KindSwitches } from './kind-switches.tsx';
import styles from './notifications.module.css';

const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  ...ask('GET /api/profile/notification-settings', undefined),
});

const push = lazyModule(() => import('./push-settings.tsx'));

export default function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const late = useModule(push);
  return (
    <Screen title={copy['notify.title']} heading="shown">
      {data ? (
        <>
          <Choice {...data} />
          {late ? <late.PushSettings /> : null}
          <div className="band-above pt-2 pb-4">
            <ListRow icon={BellRing} label={copy['alerts.title']} to="/mypage/alerts" />
          </div>
          <Muted muted={data.muted} />
        </>
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <div className="flex-col gap-3 px-margin pt-2 pb-4">
          {NOTIFICATION_KINDS.map((kind) => (
            <Skeleton key={kind} height="44px" />
          ))}
        </div>
      )}
    </Screen>
  );
}

type Wish = Pick<NotificationSettings, 'on' | 'kinds'>;

/** Taps are optimistic; of quick taps the last is sent. */
function Choice({ on, kinds }: Wish) {
  const client = useQueryClient();
  const change = useOptimistic<Wish>({
    key: 'notification settings',
    read: () => {
      const known = client.getQueryData(settingsQuery.queryKey) ?? { on, kinds };
      return { on: known.on, kinds: known.kinds };
    },
    show: (wish) => {
      void client.cancelQueries(settingsQuery);
      client.setQueryData(settingsQuery.queryKey, (known) => known && { ...known, ...wish });
    },
    send: async (wish) => {
      await call('PUT /api/profile/notification-settings', { body: wish });
      return wish;
    },
    onSettled: (error) => {
      if (error) void client.invalidateQueries(settingsQuery);
    },
  });

  return (
    <>
      <div className="px-margin">
        <Checkbox
          look="switch"
          name="on"
          label={copy['notify.on']}
          checked={on}
          onChange={(now) => void change((known) => ({ ...known, on: now }))}
        />
      </div>
      {on ? null : <p className={styles.note}>{copy['notify.off.note']}</p>}
      <div className="band-above pt-2 pb-4">
        <div className={styles.head}>
          <h2 id="kinds">{copy['notify.kinds']}</h2>
        </div>
        <KindSwitches
          name="kinds"
          kinds={kinds}
          disabled={!on}
          onChange={(next) => void change((known) => ({ ...known, kinds: next(known.kinds) }))}
        />
      </div>
    </>
  );
}

function Muted({ muted }: Pick<NotificationSettings, 'muted'>) {
  return (
    <section className="band-above pt-2 pb-4" aria-label={copy['notify.muted']}>
      <div className={styles.head}>
        <h2>{copy['notify.muted']}</h2>
      </div>
      {muted.length === 0 ? (
        <p className={styles.note}>{copy['notify.muted.none']}</p>
      ) : (
        <ul className="divide-y">
          {muted.map((post) => (
            <MutedRow key={post.id} {...post} />
          ))}
        </ul>
      )}
    </section>
  );
}

function MutedRow({ id, title, buildingName }: NotificationSettings['muted'][number]) {
  const client = useQueryClient();
  const unmute = useAction(async () => {
    await call('DELETE /api/posts/{id}/mute', { path: { id } });
    client.setQueryData(
      settingsQuery.queryKey,
      (known) => known && { ...known, muted: known.muted.filter((post) => post.id !== id) },
    );
    client.setQueryData(replyMarksQuery(id).queryKey, (known) => known && { ...known, muted: false });
    showToast(copy['notify.unmuted']);
    // The focused button was removed.
    document.querySelector('h1')?.focus({ preventScroll: true });
  });
  return (
    <li className={styles.row}>
      <Link className={styles.named} to={`/post/${id}`} state={{ from: '/mypage/notifications' }}>
        <b>{title}</b>
        {buildingName}
      </Link>
      <Button look="small" aria-label={fillCopy(copy['notify.unmute.of'], { title })} {...unmute}>
        {copy['alerts.resume']}
      </Button>
    </li>
  );
}
