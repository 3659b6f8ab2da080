import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { DatedText } from '../campus/campus-time.tsx';
import { call, type Output } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useTicketAct } from './operated-tickets.ts';
import styles from './operate.module.css';
import { ReasonForm } from './reason-form.tsx';
import { Section } from './section.tsx';

type Office = Output<'GET /api/operate/tickets'>['offices'][number];
type Places = readonly { id: string; name: string }[];

/** Opened for a new office. */
const NEW = '';

/** Lists the offices notified of faults, and delivery failures [TK-04]. */
export function Offices({
  offices,
  buildings,
}: {
  offices: readonly Office[];
  buildings: Pack['buildings'];
}) {
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
            <Button
              look="quiet"
              aria-expanded={open === office.id}
              aria-label={fillCopy(copy['operate.offices.edit'], { name: office.name })}
              onClick={() => setOpen(open === office.id ? null : office.id)}
            >
              {open === office.id ? copy['action.close'] : copy['operate.change']}
            </Button>
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
  { name: 'reason', label: copy['operate.reason'], note: copy['operate.reason.free'] },
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
