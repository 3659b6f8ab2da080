import { campusClock } from '@madang/contract/amenities/open-hours';
import { isOpen } from '@madang/contract/tickets/rules';
import type { OwnTicket } from '@madang/contract/tickets/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { DatedText, DateTime, useCampusClock } from '../../parts/campus/campus-time.tsx';
import { Failure, isMissing } from '../../parts/campus/failure.tsx';
import { useAction } from '../../parts/campus/use-action.ts';
import { useWish } from '../../parts/campus/use-wish.ts';
import { patchPost } from '../../parts/post/post-cache.ts';
import { StepDots } from '../../parts/tickets/ticket-line.tsx';
import { forgetTickets, showTicket, ticketQuery } from '../../parts/tickets/ticket-queries.ts';
import { kindTexts, placeText, stepTexts, useTicketAge } from '../../parts/tickets/ticket-texts.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { navigate } from '../../router/browser-history.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './ticket-card.module.css';

/** What became of a ticket and who acts, above its words, and what the student has to do with it [TK-02, TK-04]. */
export function TicketCard({ id }: { id: string }) {
  const { data: own, error, refetch } = useQuery(ticketQuery(id));
  // The post itself says that it is gone.
  if (isMissing(error)) return null;
  if (!own) return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton height="13rem" />;
  return (
    <section className={styles.card} aria-label={copy['ticket.title']}>
      <Head {...own} />
      <Steps {...own} />
      <Office {...own} />
      <div className={styles.acts}>
        {own.asked === 'no' ? null : <Question own={own} />}
        {isOpen(own.ticket.step) ? <Join own={own} /> : null}
        <Withdrawal own={own} />
      </div>
    </section>
  );
}

function Head({ ticket }: OwnTicket) {
  const age = useTicketAge(ticket.openedAt);
  const facts = [placeText(ticket), isOpen(ticket.step) && age];
  return (
    <>
      <p className={styles.head}>
        <b>
          {kindTexts[ticket.kind]} {fillCopy(copy['ticket.number'], { n: ticket.number })}
        </b>
        <StepDots step={ticket.step} />
      </p>
      <p className={styles.note}>{facts.filter(Boolean).join(' · ')}</p>
    </>
  );
}

/** The last step, and the ones before it for who wants to know. */
function Steps({ steps }: OwnTicket) {
  const last = steps.at(-1);
  const past = steps.slice(0, -1);
  return (
    <>
      {last ? <Step {...last} /> : null}
      {past.length > 0 ? (
        <details>
          <summary className={styles.summary}>{fillCopy(copy['ticket.past'], { n: past.length })}</summary>
          {past.toReversed().map((step) => (
            <Step key={step.at} {...step} />
          ))}
        </details>
      ) : null}
    </>
  );
}

function Step({ step, word, at, by }: OwnTicket['steps'][number]) {
  return (
    <p>
      <b>{stepTexts[step]}</b>{' '}
      <small className={styles.note}>
        <DateTime instant={at} />
      </small>
      <br />
      {by === 'students' && word === '' ? copy['ticket.reopened'] : word}
    </p>
  );
}

function Office({ office }: OwnTicket) {
  if (!office) return <p className={styles.note}>{copy['ticket.office.none']}</p>;
  const { name, knowsAt, channel } = office;
  if (channel)
    return (
      <p className={styles.note}>
        {fillCopy(copy['ticket.office.channel'], { name })}{' '}
        <a className={styles.channel} href={channel} target="_blank" rel="noopener noreferrer">
          {fillCopy(copy['ticket.office.channel.open'], { name })}
        </a>
      </p>
    );
  const said = fillCopy(knowsAt ? copy['ticket.office.knows'] : copy['ticket.office.waits'], { name });
  return <p className={styles.note}>{knowsAt ? <DatedText text={said} instant={knowsAt} /> : said}</p>;
}

/** Shown at once; of quick presses the last is what holds. */
function Join({ own }: { own: OwnTicket }) {
  const client = useQueryClient();
  const { id, joined: n } = own.ticket;
  const query = ticketQuery(id);
  const change = useWish<OwnTicket>({
    key: `ticket ${id}`,
    read: () => client.getQueryData(query.queryKey) ?? own,
    show: (now) => {
      void client.cancelQueries(query);
      client.setQueryData(query.queryKey, now);
    },
    send: ({ joined }) =>
      joined
        ? call('PUT /api/tickets/{id}/join', { path: { id } })
        : call('DELETE /api/tickets/{id}/join', { path: { id } }),
    onEnd: (error) => {
      if (isRefusal(error, 'ticket.step')) showToast(copy['ticket.ended']);
      if (error) void client.invalidateQueries(query);
      forgetTickets(client);
    },
  });
  const toggle = (now: OwnTicket): OwnTicket => ({
    ...now,
    joined: !now.joined,
    ticket: { ...now.ticket, joined: now.ticket.joined + (now.joined ? -1 : 1) },
  });
  return (
    <>
      <Button look="plain" aria-pressed={own.joined} onClick={() => void change(toggle)}>
        {copy['ticket.join']}
      </Button>
      <span className={styles.note}>{fillCopy(copy['ticket.joined'], { n })}</span>
    </>
  );
}

/** Asked of all who waited, some days after it was said to be fixed; another answer takes the place of the first. */
function Question({ own: { ticket, asked } }: { own: OwnTicket }) {
  return (
    <div role="group" aria-label={copy['ticket.ask']} className={styles.question}>
      <b>{copy['ticket.ask']}</b>
      <Answer id={ticket.id} fixed given={asked === 'fixed'} />
      <Answer id={ticket.id} fixed={false} given={asked === 'broken'} />
    </div>
  );
}

function Answer({ id, fixed, given }: { id: string; fixed: boolean; given: boolean }) {
  const client = useQueryClient();
  const say = useAction(
    async () => {
      showTicket(client, await call('PUT /api/tickets/{id}/answer', { path: { id }, body: { fixed } }));
      showToast(copy['ticket.ask.thanks']);
    },
    (error) => {
      const isOver = isRefusal(error, 'ticket.step');
      if (isOver) showToast(copy['operate.outdated']);
      if (isOver) void client.invalidateQueries(ticketQuery(id));
      return isOver;
    },
  );
  return (
    <Button look="plain" aria-pressed={given} {...say}>
      {fixed ? copy['ticket.ask.yes'] : copy['ticket.ask.no']}
    </Button>
  );
}

/** As long as it can be withdrawn [TK-06]; it is asked once more, since nothing brings it back. */
function Withdrawal({ own: { ticket, withdrawableUntil } }: { own: OwnTicket }) {
  const client = useQueryClient();
  const { timeZone } = useCampus();
  const clock = useCampusClock();
  const [asking, setAsking] = useState(false);
  const { id } = ticket;
  const withdraw = useAction(
    async () => {
      await call('DELETE /api/tickets/{id}', { path: { id } });
      patchPost(client, id, null);
      forgetTickets(client);
      showToast(copy['ticket.withdrawn']);
      navigate('/tickets', { replace: true });
    },
    (error) => {
      const isLate = isRefusal(error, 'undo.late');
      if (isLate) showToast(copy['ticket.withdraw.late']);
      if (isLate) void client.invalidateQueries(ticketQuery(id));
      return isLate;
    },
  );
  if (!withdrawableUntil || campusClock(Date.parse(withdrawableUntil), timeZone) <= clock) return null;
  if (!asking)
    return (
      <Button look="quiet" onClick={() => setAsking(true)}>
        {copy['ticket.withdraw']}
      </Button>
    );
  return (
    <div role="group" aria-label={copy['ticket.withdraw']} className={styles.question}>
      <span>{copy['ticket.withdraw.question']}</span>
      <Button look="plain" onClick={() => setAsking(false)}>
        {copy['ticket.withdraw.keep']}
      </Button>
      <Button look="plain" {...withdraw}>
        {copy['ticket.withdraw']}
      </Button>
    </div>
  );
}
