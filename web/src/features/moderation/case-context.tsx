import type { CaseDetail } from '@madang/contract/moderation/staff-schema';
import { type ReactNode, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DatedText, DateTime } from '../campus/campus-time.tsx';
import styles from './moderate.module.css';
import { reasonTexts, rightsGroundTexts } from './moderation-texts.ts';

const states: Partial<Record<CaseDetail['card']['state'], string>> = {
  open: copy['moderate.state.open'],
  hidden: copy['moderate.state.hidden'],
  appealed: copy['moderate.state.appealed'],
};

/** Renders the context of a decision: the target, its reports, its author, and what surrounds it. */
export function CaseContext({ detail }: { detail: CaseDetail }) {
  const { card, author, thread, post, notes, earlier, events } = detail;
  const appeal = events.findLast(({ kind }) => kind === 'appealed');
  const blurred = detail.reasons.some(({ reason }) => reason === 'illegalFilming');
  return (
    <article className={`flex-col gap-2 px-margin pb-5 ${styles.context}`}>
      <p className="text-soft text-note tabular-nums">
        <b>{states[card.state]}</b> · {card.board.name} · <DateTime instant={detail.createdAt} />
        {detail.deleted ? ` · ${copy['moderate.deleted']}` : null}
      </p>
      <p className="text-soft text-note tabular-nums">
        {detail.reasons.map(({ reason, reporters }) => `${reasonTexts[reason]} ${reporters} · `)}
        {fillCopy(copy['moderate.reporters'], { n: card.reporters })}
      </p>
      <p className="text-soft text-note tabular-nums">{card.dueAt ? <Due at={card.dueAt} /> : null}</p>
      <h2 dir="auto" className={styles.title}>
        {card.title}
      </h2>
      <p dir="auto" className="whitespace-pre-wrap">
        {detail.body}
      </p>
      {detail.pictures.map(({ uploadId, address, reported }) => (
        <Picture key={uploadId} address={address} reported={reported} blurred={blurred} />
      ))}
      {detail.keywords.length > 0 ? (
        <p className="text-soft text-note tabular-nums">
          {detail.keywords.map((keyword) => `#${keyword}`).join(' ')}
        </p>
      ) : null}
      {appeal?.text ? <Part heading={copy['moderate.appeal']}>{appeal.text}</Part> : null}
      {detail.requests.map((request) => (
        <Request key={request.confirmedAt} {...request} />
      ))}
      {notes.length > 0 ? (
        <Part heading={copy['moderate.notes']}>{notes.map((note) => `“${note}”`).join('\n')}</Part>
      ) : null}
      <Part heading={copy['moderate.author']}>
        {author
          ? `${author.tag} · ${fillCopy(copy['moderate.author.counts'], {
              posts: author.posts,
              replies: author.replies,
              upheld: author.upheld,
              restored: author.restored,
            })}`
          : copy['moderate.author.none']}
      </Part>
      {card.kind === 'reply' ? <Part heading={copy['moderate.post']}>{post.body}</Part> : null}
      <Thread thread={thread} reported={detail.thingId} />
      {earlier.map(({ body, replacedAt }) => (
        <Part key={replacedAt} heading={copy['moderate.earlier']}>
          {body}
        </Part>
      ))}
    </article>
  );
}

function Thread({ thread, reported }: Pick<CaseDetail, 'thread'> & { reported: string }) {
  if (thread.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{copy['moderate.thread']}</h3>
      <ol>
        {thread.map((reply) => (
          <li key={reply.id} className={reply.id === reported ? `py-2 ${styles.reported}` : 'py-2'}>
            <b>{reply.author ?? copy['author.unknown']}</b> <bdi>{reply.body}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{heading}</h3>
      <p dir="auto">{children}</p>
    </section>
  );
}

function Due({ at }: { at: string }) {
  const [now] = useState(Date.now);
  if (Date.parse(at) < now) return <b className="text-accent">{copy['moderate.overdue']}</b>;
  return <DatedText text={copy['moderate.due']} instant={at} />;
}

interface PictureProps {
  address: string;
  reported: boolean;
  /** Blurred until touched, to protect the moderator. */
  blurred: boolean;
}

function Picture({ address, reported, blurred }: PictureProps) {
  const [shown, setShown] = useState(!blurred);
  const alt = reported ? copy['moderate.picture.reported'] : copy['moderate.picture'];
  if (shown)
    return (
      <img
        className={reported ? `w-full rounded ${styles.reportedPicture}` : 'w-full rounded'}
        src={address}
        alt={alt}
      />
    );
  return (
    <button
      type="button"
      className={`w-full rounded relative overflow-hidden block ${styles.cover}`}
      onClick={() => setShown(true)}
    >
      <img className={styles.blurred} src={address} alt="" />
      <span>{copy['moderate.picture.show']}</span>
    </button>
  );
}

/** Renders a request about a case's target, with the requester where permitted [MO-12]. */
function Request(request: CaseDetail['requests'][number]) {
  const { ground, reason, state, dueAt, waitsForPeople, complainant } = request;
  const until = state === 'hidden' ? copy['moderate.rights.hidden'] : copy['moderate.rights.until'];
  return (
    <section className={styles.part}>
      <h3>
        {copy['moderate.rights']} · {rightsGroundTexts[ground]}
      </h3>
      {reason === null ? null : <p>{reason}</p>}
      {complainant ? (
        <p>
          {complainant.name} · {complainant.email}
        </p>
      ) : null}
      {waitsForPeople && state === 'waiting' ? (
        <p>{copy['moderate.rights.people']}</p>
      ) : dueAt ? (
        <p>
          <DatedText text={until} instant={dueAt} />
        </p>
      ) : null}
    </section>
  );
}
