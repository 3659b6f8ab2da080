import { isOpen } from '@madang/contract/tickets/rules';
import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { packQuery } from '../campus/campus-queries.ts';
import { StaffScreen } from '../moderation/staff-screen.tsx';
import { TicketLine } from '../tickets/ticket-line.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { operatedTicketsQuery } from './operated-tickets.ts';
import styles from './operate.module.css';
import { Section } from './section.tsx';

/** The forms load while the user reads the lists. */
const acts = lazyModule(() => import('./ticket-acts.tsx'));

/** Lists open tickets, and the offices notified of them [TK-02, TK-04]. */
export default function TicketsScreen() {
  const { data: pack } = useQuery(packQuery);
  const late = useModule(acts);
  const buildings = pack?.buildings ?? [];
  return (
    <StaffScreen title={copy['operate.tickets']} operator query={operatedTicketsQuery} wide="columns">
      {({ tickets, offices }) => (
        <>
          <Section id="operated-tickets" title={copy['operate.tickets']}>
            <ButtonLink look="plain" target="_blank" to="/api/operate/tickets/sheet">
              {copy['operate.tickets.sheet']}
            </ButtonLink>
            {tickets.length === 0 ? <p className={styles.empty}>{copy['operate.tickets.none']}</p> : null}
            {tickets.map((ticket) => (
              <div key={ticket.id} className={styles.ticket}>
                <TicketLine
                  ticket={ticket}
                  note={buildings.find(({ id }) => id === ticket.buildingId)?.name}
                />
                {late && isOpen(ticket.step) ? <late.TicketAct key={ticket.step} ticket={ticket} /> : null}
              </div>
            ))}
          </Section>
          {late ? <late.Offices offices={offices} buildings={buildings} /> : null}
        </>
      )}
    </StaffScreen>
  );
}
