import { bellText } from '@madang/contract/notifications/rules';
import type { InboxNotification } from '@madang/contract/notifications/schema';
import { STEP_WORDS } from '@madang/contract/tickets/words';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import {
  CircleCheck,
  type IconNode,
  Megaphone,
  MessageCircle,
  ShieldCheck,
  Tag,
  Utensils,
  Wrench,
} from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { Button, ButtonLink, Icon } from '../../components/button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { showUnread, useSession } from '../session/session.ts';
import { DatedText, RelativeTime } from '../campus/campus-time.tsx';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { sanctionName } from '../moderation/moderation-texts.ts';
import { EmptyBoard, EndlessList } from '../posts/endless-list.tsx';
import styles from './inbox.module.css';
import { followInbox, type InboxPage, inboxQuery, showRead } from './inbox.ts';

const toAlerts = { label: copy['alerts.title'], to: '/mypage/alerts' };

/** Lists the student's notifications, newest first [NO-01]. */
export default function InboxScreen() {
  const client = useQueryClient();
  const query = useInfiniteQuery(inboxQuery);
  const { data, isFetched, isFetchedAfterMount } = query;
  const first = data?.pages[0];
  // Included in the page, or answered since; not from the device.
  const isNew = isFetchedAfterMount || !isFetched;
  const read = isNew && first?.unread;
  useEffect(() => {
    if (typeof read === 'number') showUnread(client, read);
  }, [client, read]);
  const follows = first !== undefined && isNew;
  useEffect(() => (follows ? followInbox(client) : undefined), [follows, client]);

  /** Posts and notices are marked by their pages, case notifications here. */
  function open(line: InboxNotification): void {
    if (!line.unread) return;
    const isNotice = line.kind === 'notice';
    // Reading a notice marks older notices as read.
    showRead(
      client,
      ({ id, kind, at }) => id === line.id || (isNotice && kind === 'notice' && at <= line.at),
    );
    if (!isNotice && !('post' in line))
      void call('PUT /api/notifications/{id}/read', { path: { id: line.id } }).then(
        ({ unread }) => showUnread(client, unread),
        // It stays unread on the server, and shows so the next time.
        () => {},
      );
  }

  return (
    <Screen title={copy['inbox']} heading="shown">
      <div className={`row flex-wrap gap-x-2 min-h-touch border-b ${styles.bar}`}>
        {first && isNew && <InboxBar newest={first.lines[0]?.at} />}
        <ButtonLink look="small" to="/mypage/notifications">
          {copy['notify.title']}
        </ButtonLink>
      </div>
      <EndlessList
        query={query}
        readItems={readLines}
        renderItem={(line) => <NotificationRow line={line} onOpen={open} />}
        empty={<EmptyBoard text={copy['inbox.empty']} action={toAlerts} />}
      />
    </Screen>
  );
}

const readLines = (page: InboxPage) => page.lines;

type Line<Kind extends InboxNotification['kind']> = Extract<InboxNotification, { kind: Kind }>;

interface Description {
  icon: IconNode;
  title: string;
  /** Target, or the quoted text. */
  text: ReactNode;
  /** Place, in small text. */
  place?: string;
  to: string;
}

function describeAnswer({ count, to, post, nickname, preview, replyNumber }: Line<'answer'>): Description {
  const many =
    to === 'post'
      ? copy['inbox.answer.post.count']
      : to === 'reply'
        ? copy['inbox.answer.reply.count']
        : copy['inbox.answer.followed'];
  const one = to === 'post' ? copy['inbox.answer.post'] : copy['inbox.answer.reply'];
  return {
    icon: MessageCircle,
    title: count > 1 || to === 'followed' ? fillCopy(many, { n: count }) : one,
    text: fillCopy(copy['inbox.answer.text'], { nickname: nickname ?? copy['author.unknown'], preview }),
    place: post.title,
    to: `/post/${post.id}#r${replyNumber}`,
  };
}

function describeCase({ thing, state, title }: Line<'case'>): Description {
  const isPost = thing === 'post';
  const texts: Record<typeof state, string> = {
    hidden: isPost ? copy['case.own.post'] : copy['case.own.reply'],
    upheld: isPost ? copy['inbox.case.upheld.post'] : copy['inbox.case.upheld.reply'],
    restored: isPost ? copy['case.own.post.shown'] : copy['case.own.reply.shown'],
    appealed: copy['inbox.case.appealed'],
    final: copy['inbox.case.final'],
  };
  return { icon: ShieldCheck, title: texts[state], text: title, to: '/mypage/cases' };
}

function describeSanction({ sanction, board, endsAt, over }: Line<'sanction'>): Description {
  const name = sanctionName(sanction, board);
  return {
    icon: ShieldCheck,
    title: over ? fillCopy(copy['inbox.sanction.ended'], { name }) : name,
    text: <DatedText text={copy['sanction.until']} instant={endsAt} />,
    to: '/mypage/cases',
  };
}

function describeReport({ thing, outcome, postId }: Line<'report'>): Description {
  const titles = {
    post: { upheld: copy['inbox.report.upheld.post'], restored: copy['inbox.report.restored.post'] },
    reply: { upheld: copy['inbox.report.upheld.reply'], restored: copy['inbox.report.restored.reply'] },
  };
  return {
    icon: ShieldCheck,
    title: titles[thing][outcome],
    text: copy['inbox.report.text'],
    to: `/post/${postId}`,
  };
}

function describe(line: InboxNotification): Description {
  switch (line.kind) {
    case 'answer':
      return describeAnswer(line);
    case 'case':
      return describeCase(line);
    case 'sanction':
      return describeSanction(line);
    case 'report':
      return describeReport(line);
    case 'accepted':
      return {
        icon: CircleCheck,
        title: copy['inbox.accepted'],
        text: line.post.title,
        place: line.post.buildingName,
        to: `/post/${line.post.id}#r${line.replyNumber}`,
      };
    case 'alert':
      return {
        icon: Tag,
        title: fillCopy(copy['inbox.alert'], { word: line.word }),
        text: line.post.title,
        place: line.post.buildingName,
        to: `/post/${line.post.id}`,
      };
    case 'dish':
      return {
        icon: Utensils,
        title: fillCopy(copy['inbox.dish'], { word: line.word }),
        text: line.building.name,
        to: `/building/${line.building.id}/view#meals`,
      };
    case 'ticket':
      return {
        icon: Wrench,
        title: fillCopy(copy['inbox.ticket'], {
          n: line.number,
          step: line.asked ? copy['ticket.ask'] : STEP_WORDS[line.step],
        }),
        text: line.title,
        to: `/post/${line.ticketId}`,
      };
    case 'notice':
      return {
        icon: Megaphone,
        title: copy['inbox.notice'],
        text: line.title,
        to: `/board/notice/${line.noticeId}`,
      };
  }
}

interface NotificationRowProps {
  line: InboxNotification;
  onOpen: (line: InboxNotification) => void;
}

/** Renders one notification, linked to its target. */
function NotificationRow({ line, onOpen }: NotificationRowProps) {
  const { icon, title, text, place, to } = describe(line);
  return (
    <Link
      className={`flex gap-3 pad-4 border-b relative pressable ${line.unread ? styles.unread : ''}`}
      to={to}
      state={{ from: '/notifications' }}
      onClick={() => onOpen(line)}
    >
      <span className={`row justify-center flex-none bg-surface rounded-full text-idle ${styles.icon}`}>
        <Icon of={icon} />
      </span>
      <span className="flex-col flex-1 min-w-0 gap-hair">
        <span className={`text-soft ${styles.title}`}>
          {line.unread && <VisuallyHidden>{copy['inbox.unread']} </VisuallyHidden>}
          {title}
        </span>
        <span dir="auto" className={`text-soft text-note clamp-2 ${styles.text}`}>
          {text}
        </span>
        <span className={`flex gap-2 text-faint text-small tabular-nums ${styles.facts}`}>
          {place && (
            <span dir="auto" className={`min-w-0 overflow-hidden ${styles.place}`}>
              {place}
            </span>
          )}
          <RelativeTime instant={line.at} />
        </span>
      </span>
    </Link>
  );
}

/** Renders the unread count, and a button to read all. */
export function InboxBar({ newest }: { newest: string | undefined }) {
  const client = useQueryClient();
  const { unread = 0 } = useSession();
  const readAll = useAction(async () => {
    if (newest === undefined) return;
    // Later notifications stay unread.
    const answer = await call('PUT /api/notifications/read', { body: { upTo: newest } });
    showRead(client, ({ at }) => at <= newest);
    showUnread(client, answer.unread);
    showToast(copy['inbox.readAll.done']);
    // The button was removed.
    document.querySelector('h1')?.focus({ preventScroll: true });
  });
  return (
    <>
      <p aria-live="polite">
        {unread > 0
          ? fillCopy(copy['inbox.unread.count'], { n: bellText(unread) })
          : newest === undefined
            ? null
            : copy['inbox.unread.none']}
      </p>
      {unread > 0 && newest !== undefined ? (
        <Button look="small" {...readAll}>
          {copy['inbox.readAll']}
        </Button>
      ) : null}
    </>
  );
}
