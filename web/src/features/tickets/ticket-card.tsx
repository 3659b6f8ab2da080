import { KIND_WORDS, placeWords } from '@madang/contract/tickets/words';
import { campusClock } from '@madang/contract/places/open-hours';
import { isOpen } from '@madang/contract/tickets/rules';
import type { OwnTicket } from '@madang/contract/tickets/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { DatedText, useCampusClock } from '../campus/campus-time.tsx';
import { Failure, isMissing } from '../campus/failure.tsx';
import { useAction } from '../campus/use-action.ts';
import { useOptimistic } from '../offline/use-optimistic.ts';
import { patchPost } from '../posts/post-queries.ts';
import { StepDots, Steps, useTicketAge } from './ticket-line.tsx';
import { showTicket, tellOver, ticketQuery, ticketsKey } from './ticket-queries.ts';
import styles from './ticket.module.css';
import { call } from '../../lib/api.ts';
import { navigate } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';

/** Renders a ticket's state and office above its text, and the student's actions [TK-02, TK-04]. */
export function TicketCard({ id }: { id: string }) {
  const { data: own, error, refetch } = useQuery(ticketQuery(id));
  // If it no longer exists, the post itself shows that.
  if (!own) return error && !isMissing(error) ? <Failure error={error} onRetry={refetch} /> : null;
  return <Card {...own} />;
}

function Card(own: OwnTicket) {
  const { ticket, steps, asked } = own;
  const age = useTicketAge(ticket.openedAt);
  const past = steps.slice(0, -1).toReversed();
  return (
    <section className={styles.card} aria-label={copy['ticket.title']}>
      <div className={styles.row}>
        <b>
          {KIND_WORDS[ticket.kind]} #{ticket.number}
        </b>
        <StepDots step={ticket.step} />
      </div>
      <p className={styles.note}>
        {[placeWords(ticket), isOpen(ticket.step) && age].filter(Boolean).join(' · ')}
      </p>
      <Steps steps={steps.slice(-1)} />
      {past.length > 0 ? (
        <details>
          <summary className={styles.note}>{fillCopy(copy['ticket.past'], { n: past.length })}</summary>
          <Steps steps={past} />
        </details>
      ) : null}
      <Office office={own.office} />
      {asked === 'no' ? null : (
        <div className={styles.row} role="group" aria-label={copy['ticket.ask']}>
          <b>{copy['ticket.ask']}</b>
          <Answer id={ticket.id} fixed given={asked === 'fixed'} />
          <Answer id={ticket.id} fixed={false} given={asked === 'broken'} />
        </div>
      )}
      {isOpen(ticket.step) ? <Join own={own} /> : null}
      <Withdrawal id={ticket.id} until={own.withdrawableUntil} />
    </section>
  );
}

function Office({ office }: Pick<OwnTicket, 'office'>) {
  if (!office) return <p className={styles.note}>{copy['ticket.office.none']}</p>;
  const { name, knowsAt, channel } = office;
  if (channel)
    return (
      <a href={channel} target="_blank" rel="noopener noreferrer">
        {fillCopy(copy['ticket.office.channel'], { name })}
      </a>
    );
  const said = fillCopy(knowsAt ? copy['ticket.office.knows'] : copy['ticket.office.waits'], { name });
  return <p className={styles.note}>{knowsAt ? <DatedText text={said} instant={knowsAt} /> : said}</p>;
}

/** Toggles joining a ticket as an optimistic update; the last press wins. */
function Join({ own }: { own: OwnTicket }) {
  const client = useQueryClient();
  const { id, joined } = own.ticket;
  const query = ticketQuery(id);
  const change = useOptimistic<OwnTicket>({
    key: `ticket ${id}`,
    read: () => client.getQueryData(query.queryKey) ?? own,
    show: (now) => {
      void client.cancelQueries(query);
      client.setQueryData(query.queryKey, now);
    },
    send: (wish) =>
      wish.joined
        ? call('PUT /api/tickets/{id}/join', { path: { id } })
        : call('DELETE /api/tickets/{id}/join', { path: { id } }),
    onSettled: (error) =>
      void (tellOver(client, error) || client.invalidateQueries({ queryKey: ticketsKey })),
  });
  const toggle = (now: OwnTicket): OwnTicket => ({
    ...now,
    joined: !now.joined,
    ticket: { ...now.ticket, joined: now.ticket.joined + (now.joined ? -1 : 1) },
  });
  return (
    <div className={styles.row}>
      <Button look="plain" aria-pressed={own.joined} onClick={() => void change(toggle)}>
        {copy['ticket.join']}
      </Button>
      <span className={styles.note}>{fillCopy(copy['ticket.joined'], { n: joined })}</span>
    </div>
  );
}

/** Asks all joined users some days after the reported fix; a later answer replaces the first. */
function Answer({ id, fixed, given }: { id: string; fixed: boolean; given: boolean }) {
  const client = useQueryClient();
  const say = useAction(
    async () => {
      showTicket(client, await call('PUT /api/tickets/{id}/answer', { path: { id }, body: { fixed } }));
      showToast(copy['ticket.ask.thanks']);
    },
    (error) => tellOver(client, error),
  );
  return (
    <Button look="plain" aria-pressed={given} {...say}>
      {fixed ? copy['ticket.ask.yes'] : copy['ticket.ask.no']}
    </Button>
  );
}

/** Renders a withdraw button while allowed [TK-06]; two presses, since there is no undo. */
function Withdrawal({ id, until }: { id: string; until: string | null }) {
  const client = useQueryClient();
  const { timeZone } = useCampus();
  const clock = useCampusClock();
  const [asking, setAsking] = useState(false);
  const withdraw = useAction(
    async () => {
      await call('DELETE /api/tickets/{id}', { path: { id } });
      patchPost(client, id, null);
      void client.invalidateQueries({ queryKey: ticketsKey });
      showToast(copy['ticket.withdrawn']);
      navigate('/tickets', { replace: true });
    },
    (error) => tellOver(client, error),
  );
  if (!until || campusClock(Date.parse(until), timeZone) <= clock) return null;
  return (
    <Button look="quiet" {...withdraw} onClick={asking ? withdraw.onClick : () => setAsking(true)}>
      {asking ? copy['ticket.withdraw.question'] : copy['ticket.withdraw']}
    </Button>
  );
}
