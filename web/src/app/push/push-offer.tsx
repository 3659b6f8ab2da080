import type { QueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { HomeScreenSteps } from '../../components/install-help.tsx';
import {
  canPush,
  findHere,
  isOfferAnswered,
  NoPushService,
  noteOfferAnswer,
  pushQuery,
  turnOn,
} from '../../features/notifications/push.ts';
import { sessionQuery } from '../../features/session/session.ts';
import { homeScreenWay, isInsideApp, isInstalled } from '../../lib/browser.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useWrite } from '../../lib/use-write.ts';
import { isAboveTaken, putAbove, TopLine } from '../top-line.tsx';

let asking = false;
/** Clients with nothing left to offer. */
const settled = new WeakSet<QueryClient>();

/**
 * Offers pushes for answers once per device, if supported, not denied, and the operator has keys. On iPhone installation comes
 * first.
 */
export async function offerPush(client: QueryClient): Promise<void> {
  const agent = navigator.userAgent;
  const installFirst = homeScreenWay(agent) === 'safari' && !isInstalled() && !isInsideApp(agent);
  if (!installFirst && (!canPush() || Notification.permission === 'denied')) return;
  if (asking || settled.has(client) || isAboveTaken()) return;
  asking = true;
  try {
    const state = await client.fetchQuery(pushQuery);
    const userId = client.getQueryData(sessionQuery.queryKey)?.user?.id;
    if (!userId || isAboveTaken() || isOfferAnswered()) return;
    if (state.key === null || findHere(state)) settled.add(client);
    else show(client, userId, installFirst ? null : state.key);
  } catch {
    // The next answer that is seen asks again.
  } finally {
    asking = false;
  }
}

function show(client: QueryClient, userId: string, key: string | null): void {
  putAbove((leave) => {
    const end = (): void => {
      stop();
      leave();
    };
    // The author of the answered post has signed out.
    const stop = client.getQueryCache().subscribe(() => {
      if (client.getQueryData(sessionQuery.queryKey)?.user?.id !== userId) end();
    });
    const answer = (): void => {
      noteOfferAnswer();
      end();
    };
    return (
      <TopLine label={copy['push.offer']} text={key ? copy['push.offer.text'] : copy['push.offer.install']}>
        {key ? (
          <Take client={client} userId={userId} keyOfOperator={key} onRefused={answer} onDone={end} />
        ) : (
          <HomeScreenSteps onSeen={answer} />
        )}
        <Button look="small" onClick={answer}>
          {copy['push.later']}
        </Button>
      </TopLine>
    );
  });
}

interface TakeProps {
  client: QueryClient;
  userId: string;
  keyOfOperator: string;
  onRefused: () => void;
  onDone: () => void;
}

function Take({ client, userId, keyOfOperator, onRefused, onDone }: TakeProps) {
  const take = useWrite({
    write: () => turnOn(client, userId, keyOfOperator),
    onSuccess: (said) => {
      if (said === 'granted') {
        showToast(copy['push.done']);
        onDone();
      } else onRefused();
    },
    onError: (error) => {
      if (!(error instanceof NoPushService)) {
        // The line stays: the next tap retries.
        return showToast(copy['push.failed']);
      }
      showToast(copy['push.unknown']);
      onRefused();
    },
  });
  return (
    <Button look="small" busy={take.busy} onClick={() => take.send()}>
      {copy['push.take']}
    </Button>
  );
}
