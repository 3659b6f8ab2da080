// One chunk, loaded if something may be hidden.
import { hasLink } from '@madang/contract/moderation/rules';
import type { OwnCase } from '@madang/contract/moderation/schema';
import type { Reply } from '@madang/contract/replies/schema';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask } from '../../lib/api.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { useSession, useUser } from '../session/session.ts';
import styles from './moderation.module.css';
import { OwnCaseCard } from './own-case.tsx';

const staff = lazyModule(() => import('./staff-visibility.tsx'));

function hiddenQuery(postId: string) {
  return queryOptions({
    queryKey: ['hidden', postId],
    ...ask('GET /api/posts/{id}/hidden', { path: { id: postId } }),
  });
}

interface HiddenPostProps {
  id: string;
  /** Rendered if the post is not hidden but deleted. */
  children: ReactNode;
}

/** Renders a notice in place of a hidden post; its author sees the reason. */
export function HiddenPost({ id, children }: HiddenPostProps) {
  const client = useQueryClient();
  const { data, isPending } = useQuery({ ...hiddenQuery(id), retry: false });
  if (isPending) return <Skeleton width="100%" height="160px" />;
  if (!data?.post) return children;
  const { own } = data.post;
  if (own)
    return (
      <div className="px-margin">
        <OwnCaseCard
          own={own}
          onChange={(changed) =>
            client.setQueryData(hiddenQuery(id).queryKey, (now) => now && { ...now, post: { own: changed } })
          }
        />
      </div>
    );
  return (
    <>
      <StateMessage picture="posts" text={copy['hidden.post']}>
        <ButtonLink look="plain" to="/" replace>
          {copy['action.home']}
        </ButtonLink>
      </StateMessage>
      <div className="px-margin">
        <ShowAgain target={{ kind: 'post', id }} label={copy['moderate.show']} />
      </div>
    </>
  );
}

/** Renders the operator's action that restores hidden content. */
function ShowAgain({ target, label }: { target: { kind: 'post' | 'reply'; id: string }; label: string }) {
  const operates = useModule(staff, useSession().role?.operator === true);
  const [open, setOpen] = useState(false);
  if (!operates) return null;
  if (open) return <operates.StaffVisibility target={target} hidden={false} onDone={() => setOpen(false)} />;
  return (
    <Button look="plain" onClick={() => setOpen(true)}>
      {label}
    </Button>
  );
}

interface HiddenRepliesProps {
  postId: string;
  /** Changes when the replies are refetched. */
  version: number;
  /** Replies that are on no page yet. */
  arrived: readonly Reply[];
  refresh: () => unknown;
}

/** Renders the number of hidden replies, and the user's own cases. */
export function HiddenReplies({ postId, version, arrived, refresh }: HiddenRepliesProps) {
  const client = useQueryClient();
  const { data, refetch } = useQuery(hiddenQuery(postId));
  useEffect(() => {
    if (version > 0) void refetch();
  }, [version, refetch]);
  const replies = data?.replies ?? [];
  // A new reply with a link may be held: refetch, then remove it.
  const me = useUser().id;
  const linked = arrived.filter(({ authorId, body }) => authorId === me && hasLink(body));
  const asked = linked.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (asked !== '') void refetch();
  }, [asked, refetch]);
  const held = linked.some((sent) => replies.some(({ id, own }) => own !== null && id === sent.id));
  const onHeld = useEffectEvent(() => void refresh());
  useEffect(() => {
    if (held) onHeld();
  }, [held]);
  const others = replies.filter(({ own }) => !own).length;

  function change(own: OwnCase): void {
    client.setQueryData(
      hiddenQuery(postId).queryKey,
      (now) =>
        now && {
          ...now,
          replies: now.replies.map((reply) => (reply.own?.id === own.id ? { ...reply, own } : reply)),
        },
    );
  }

  return (
    <>
      {replies.map(({ id, own }) => (own ? <OwnCaseCard key={id} own={own} onChange={change} /> : null))}
      {others > 0 ? (
        <p className={`text-soft text-note ${styles.line}`}>
          {others === 1 ? copy['hidden.reply'] : fillCopy(copy['hidden.replies'], { n: others })}
        </p>
      ) : null}
      {replies.map(({ id, number, own }) =>
        own ? null : (
          <ShowAgain
            key={id}
            target={{ kind: 'reply', id }}
            label={fillCopy(copy['moderate.show.reply'], { n: number })}
          />
        ),
      )}
    </>
  );
}
