import type { InboxNotification } from '@madang/contract/notifications/schema';
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
import type { ReactNode } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DatedText, RelativeTime } from '../campus/campus-time.tsx';
import { sanctionName } from '../moderation/sanction-name.ts';
import { Link } from '../../lib/router.tsx';
import { Icon } from '../../components/button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import styles from './inbox.module.css';

/** Returns the text of a ticket notification. */
export type SayTicket = (line: Line<'ticket'>) => string;

type Line<Kind extends InboxNotification['kind']> = Extract<InboxNotification, { kind: Kind }>;

interface Said {
  icon: IconNode;
  /** Event. */
  title: string;
  /** Target, or the quoted text. */
  text: ReactNode;
  /** Place, in small text. */
  place?: string;
  to: string;
}

function sayAnswer({ count, to, post, nickname, preview, replyNumber }: Line<'answer'>): Said {
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

function sayCase({ thing, state, title }: Line<'case'>): Said {
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

function saySanction({ sanction, board, endsAt, over }: Line<'sanction'>): Said {
  const name = sanctionName(sanction, board);
  return {
    icon: ShieldCheck,
    title: over ? fillCopy(copy['inbox.sanction.ended'], { name }) : name,
    text: <DatedText text={copy['sanction.until']} instant={endsAt} />,
    to: '/mypage/cases',
  };
}

function sayReport({ thing, outcome, postId }: Line<'report'>): Said {
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

function say(line: InboxNotification, sayTicket?: SayTicket): Said {
  switch (line.kind) {
    case 'answer':
      return sayAnswer(line);
    case 'case':
      return sayCase(line);
    case 'sanction':
      return saySanction(line);
    case 'report':
      return sayReport(line);
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
        title: sayTicket?.(line) ?? copy['inbox'],
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
  /** Undefined until loaded. */
  sayTicket: SayTicket | undefined;
}

/** Renders one notification, linked to its target. */
export function NotificationRow({ line, onOpen, sayTicket }: NotificationRowProps) {
  const { icon, title, text, place, to } = say(line, sayTicket);
  return (
    <Link
      className={`${styles.line} ${line.unread ? styles.unread : ''}`}
      to={to}
      state={{ from: '/notifications' }}
      onClick={() => onOpen(line)}
    >
      <span className={styles.icon}>
        <Icon of={icon} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          {line.unread && <VisuallyHidden>{copy['inbox.unread']} </VisuallyHidden>}
          {title}
        </span>
        <span dir="auto" className={styles.text}>
          {text}
        </span>
        <span className={styles.facts}>
          {place && (
            <span dir="auto" className={styles.place}>
              {place}
            </span>
          )}
          <RelativeTime instant={line.at} />
        </span>
      </span>
    </Link>
  );
}
