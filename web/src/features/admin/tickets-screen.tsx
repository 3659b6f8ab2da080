import { GIVEN_STEPS, type GivenStep, isOpen, mayFollow } from '@madang/contract/tickets/rules';
import { STEP_WORDS } from '@madang/contract/tickets/words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, type Output } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { type Pack, packQuery } from '../campus/campus-queries.ts';
import { DatedText } from '../campus/campus-time.tsx';
import { StaffScreen } from '../moderation/staff.tsx';
import { type OpenTicket, tellOver } from '../tickets/ticket-queries.ts';
import { TicketLine } from '../tickets/ticket-line.tsx';
import { operatedTicketsQuery } from './admin-queries.ts';
import { OpenButton, reasonField, ReasonForm, Section } from './operate-parts.tsx';
import styles from './operate.module.css';
import { useTicketAct } from './use-operator-act.ts';

/** Lists open tickets, and the offices notified of them [TK-02, TK-04]. */
export default function TicketsScreen() {
  const { data: pack } = useQuery(packQuery);
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
              <div key={ticket.id} className={`flex-col border-b ${styles.ticket}`}>
                <TicketLine
                  ticket={ticket}
                  note={buildings.find(({ id }) => id === ticket.buildingId)?.name}
                />
                {isOpen(ticket.step) ? <TicketAct key={ticket.step} ticket={ticket} /> : null}
              </div>
            ))}
          </Section>
          <Offices offices={offices} buildings={buildings} />
        </>
      )}
    </StaffScreen>
  );
}

/** Advances a ticket, with a message to its subscribers. */
function TicketAct({ ticket }: { ticket: OpenTicket }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <OpenButton
        open={open}
        label={fillCopy(copy['operate.tickets.step'], { n: ticket.number })}
        text={copy['operate.tickets.handle']}
        onToggle={setOpen}
      />
      {open ? <StepForm ticket={ticket} onDone={() => setOpen(false)} /> : null}
    </>
  );
}

function StepForm({ ticket: { id, number, step: now }, onDone }: { ticket: OpenTicket; onDone: () => void }) {
  const client = useQueryClient();
  const { finish, refuse } = useTicketAct(onDone);
  const steps = GIVEN_STEPS.filter((step) => mayFollow(now, step));
  const form = useForm<{ step: GivenStep; word: string; reason: string }>({
    initial: { step: steps[0] ?? 'refused', word: '', reason: '' },
    validate: () => ({}),
    async send(body) {
      await call('POST /api/operate/tickets/{id}/step', { path: { id }, body });
      await finish();
    },
    onError: (error) => (tellOver(client, error) ? {} : refuse(error)),
  });
  // Names are ids, unique among the page's ticket forms.
  const named = (name: 'word' | 'reason') => ({ ...form.field(name), name: `${name}-${number}` });
  return (
    <Form className={styles.form} form={form} submit={copy['operate.tickets.save']}>
      <SelectField
        {...form.field('step')}
        name={`step-${number}`}
        label={copy['operate.tickets.to']}
        choices={steps.map((value) => ({ value, label: STEP_WORDS[value] }))}
      />
      <TextField
        {...named('word')}
        label={copy['operate.tickets.word']}
        note={copy['operate.tickets.word.note']}
      />
      <TextField {...named('reason')} {...reasonField} />
    </Form>
  );
}

type Office = Output<'GET /api/operate/tickets'>['offices'][number];
type Places = readonly { id: string; name: string }[];

/** Opened for a new office. */
const NEW = '';

/** Lists the offices notified of faults, and delivery failures [TK-04]. */
function Offices({ offices, buildings }: { offices: readonly Office[]; buildings: Pack['buildings'] }) {
  const [open, setOpen] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  const places = [{ id: 'all', name: copy['operate.offices.all'] }, ...buildings];
  const free = places.filter(({ id }) => !offices.some((office) => office.id === id));
  return (
    <Section id="offices" title={copy['operate.offices']}>
      {offices.length === 0 ? <p className={styles.empty}>{copy['operate.offices.none']}</p> : null}
      <ul className={styles.written}>
        {offices.map((office) => (
          <li key={office.id}>
            <OfficeFacts office={office} place={places.find(({ id }) => id === office.id)?.name} />
            <OpenButton
              open={open === office.id}
              label={fillCopy(copy['operate.offices.edit'], { name: office.name })}
              text={copy['operate.change']}
              onToggle={(opens) => setOpen(opens ? office.id : null)}
            />
            {open === office.id ? <OfficeForm office={office} onDone={close} /> : null}
          </li>
        ))}
      </ul>
      {open === NEW ? (
        <OfficeForm places={free} onDone={close} />
      ) : (
        <Button look="plain" onClick={() => setOpen(NEW)}>
          {copy['operate.offices.add']}
        </Button>
      )}
    </Section>
  );
}

function OfficeFacts({ office, place }: { office: Office; place: string | undefined }) {
  const { id, name, email, dailyHour: n, channel, refusedAt, silent } = office;
  const when = n === null ? copy['operate.offices.each'] : fillCopy(copy['operate.offices.daily'], { n });
  return (
    <>
      <b>{name}</b>
      <span className={styles.note}>{[place ?? id, channel || `${email} · ${when}`].join(' · ')}</span>
      {refusedAt ? (
        <p className={styles.note}>
          ⚠ <DatedText text={copy['operate.offices.refused']} instant={refusedAt} />
        </p>
      ) : null}
      {silent > 0 ? (
        <p className={styles.note}>⚠ {fillCopy(copy['operate.offices.silent'], { n: silent })}</p>
      ) : null}
    </>
  );
}

/** One is open at a time, so the field names are unique. */
const FIELDS = [
  { name: 'name', label: copy['operate.offices.name'] },
  { name: 'email', label: copy['operate.offices.email'] },
  { name: 'dailyHour', label: copy['operate.offices.hour'], note: copy['operate.offices.hour.note'] },
  { name: 'channel', label: copy['operate.offices.channel'], note: copy['operate.offices.channel.note'] },
  { name: 'reason', ...reasonField },
] as const;

/** Renders an existing office, or a new one for one of these places. */
function OfficeForm({ office, places, onDone }: { office?: Office; places?: Places; onDone: () => void }) {
  const by = useTicketAct(onDone);
  const { name = '', email = '', dailyHour = null, channel = '' } = office ?? {};
  const form = useForm({
    initial: {
      officeId: office?.id ?? places?.[0]?.id ?? '',
      name,
      email,
      dailyHour: String(dailyHour ?? ''),
      channel,
      reason: '',
    },
    validate: () => ({}),
    async send({ officeId, ...body }) {
      await call('PUT /api/operate/offices/{officeId}', { path: { officeId }, body });
      await by.finish();
    },
    onError: (error) => by.refuse(error),
  });
  const { officeId } = form.values;
  return (
    <form className={styles.form} {...form.form}>
      {places ? (
        <SelectField
          {...form.field('officeId')}
          label={copy['operate.offices.building']}
          choices={places.map((place) => ({ value: place.id, label: place.name }))}
        />
      ) : null}
      {FIELDS.map((field) => (
        <TextField key={field.name} {...form.field(field.name)} {...field} />
      ))}
      <Button type="submit" busy={form.busy}>
        {copy['operate.offices.save']}
      </Button>
      {office ? (
        <ReasonForm
          name="removal"
          submit={copy['operate.offices.remove']}
          by={by}
          act={(reason) =>
            call('POST /api/operate/offices/{officeId}/removal', { path: { officeId }, body: { reason } })
          }
        />
      ) : null}
    </form>
  );
}
