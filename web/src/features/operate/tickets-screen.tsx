import { isOpen } from '@madang/contract/tickets/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { packQuery } from '../../parts/campus/campus-queries.ts';
import { StaffScreen } from '../../parts/staff/staff-screen.tsx';
import { TicketLine } from '../../parts/tickets/ticket-line.tsx';
import type { OpenTicket } from '../../parts/tickets/ticket-queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { lateModule, useModule } from '../../ui/use-module.ts';
import styles from './operate.module.css';
import { operatedTicketsQuery } from './operated-tickets-query.ts';
import { Section } from './section.tsx';

/** The forms come while one reads the lists. */
const acts = lateModule(() => import('./ticket-acts.ts'));

/** What is broken and waits for somebody, and the offices that are told of it [TK-02, TK-04]. */
export default function TicketsScreen() {
  const { data: pack } = useQuery(packQuery);
  const late = useModule(acts);
  const buildings = pack?.buildings ?? [];
  return (
    <StaffScreen title={copy['operate.tickets']} operator query={operatedTicketsQuery} wide="columns">
      {({ tickets, offices }) => (
        <>
          <Section id="operated-tickets" title={copy['operate.tickets.open']}>
            <ButtonLink look="plain" target="_blank" to="/api/operate/tickets/sheet">
              {copy['operate.tickets.sheet']}
            </ButtonLink>
            {tickets.length === 0 ? <p className={styles.empty}>{copy['operate.tickets.none']}</p> : null}
            <ul>
              {tickets.map((ticket) => (
                <Row
                  key={ticket.id}
                  ticket={ticket}
                  building={buildings.find(({ id }) => id === ticket.buildingId)?.name}
                />
              ))}
            </ul>
          </Section>
          {late ? <late.Offices offices={offices} buildings={buildings} /> : null}
        </>
      )}
    </StaffScreen>
  );
}

function Row({ ticket, building }: { ticket: OpenTicket; building: string | undefined }) {
  const [open, setOpen] = useState(false);
  const late = useModule(acts, open);
  return (
    <li>
      <TicketLine ticket={ticket} note={building} />
      {isOpen(ticket.step) ? (
        <Button
          look="quiet"
          aria-expanded={open}
          aria-label={fillCopy(copy['operate.tickets.step'], { n: ticket.number })}
          onClick={() => setOpen(!open)}
        >
          {open ? copy['action.close'] : copy['operate.tickets.handle']}
        </Button>
      ) : null}
      {open && late ? (
        <late.TicketStepForm key={ticket.step} ticket={ticket} onDone={() => setOpen(false)} />
      ) : null}
    </li>
  );
}
