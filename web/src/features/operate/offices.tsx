import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Pack } from '../../parts/campus/campus-queries.ts';
import { DatedText } from '../../parts/campus/campus-time.tsx';
import { call } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmailField, TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { choicesOf } from './amenity-form.tsx';
import styles from './operate.module.css';
import type { Office } from './operated-tickets-query.ts';
import { ReasonForm } from './reason-form.tsx';
import { Section } from './section.tsx';
import { useTicketAct } from './use-operator-act.ts';

type Buildings = Pack['buildings'];

/** The one that repairs wherever no other one is named. */
const ALL = { id: 'all', name: copy['operate.offices.all'] };
/** Opened for a new one. */
const NEW = '';

/** Who is told of what is broken, and where that does not reach anybody [TK-04]. */
export function Offices({ offices, buildings }: { offices: readonly Office[]; buildings: Buildings }) {
  const [open, setOpen] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  const places = [ALL, ...buildings];
  const free = places.filter(({ id }) => !offices.some((office) => office.id === id));
  return (
    <Section id="offices" title={copy['operate.offices']}>
      {offices.length === 0 ? <p className={styles.empty}>{copy['operate.offices.none']}</p> : null}
      <ul className={styles.written}>
        {offices.map((office) => {
          const place = places.find(({ id }) => id === office.id)?.name ?? office.id;
          const isOpen = open === office.id;
          return (
            <li key={office.id}>
              <div className={styles.line}>
                <OfficeFacts office={office} place={place} />
                <Button
                  look="quiet"
                  aria-expanded={isOpen}
                  aria-label={fillCopy(copy['operate.offices.edit'], { name: office.name })}
                  onClick={() => setOpen(isOpen ? null : office.id)}
                >
                  {isOpen ? copy['action.close'] : copy['operate.change']}
                </Button>
              </div>
              {isOpen ? (
                <>
                  <OfficeForm office={office} places={[{ id: office.id, name: place }]} onDone={close} />
                  <Removal id={office.id} onDone={close} />
                </>
              ) : null}
            </li>
          );
        })}
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

function OfficeFacts({ office, place }: { office: Office; place: string }) {
  const { name, email, dailyHour, channel, refusedAt, silent } = office;
  const when =
    dailyHour === null
      ? copy['operate.offices.each']
      : fillCopy(copy['operate.offices.daily'], { n: dailyHour });
  return (
    <div>
      <b>{name}</b>
      <p className={styles.note}>{[place, channel || `${email} · ${when}`].join(' · ')}</p>
      {refusedAt ? (
        <p className={styles.notes}>
          <span>
            <DatedText text={copy['operate.offices.refused']} instant={refusedAt} />
          </span>
        </p>
      ) : null}
      {silent > 0 ? (
        <p className={styles.notes}>{fillCopy(copy['operate.offices.silent'], { n: silent })}</p>
      ) : null}
    </div>
  );
}

interface OfficeFormProps {
  /** The one that is changed; nothing for a new one. */
  office?: Office;
  /** What it may be responsible for. */
  places: readonly { id: string; name: string }[];
  onDone: () => void;
}

function OfficeForm({ office, places, onDone }: OfficeFormProps) {
  const { finish, refuse } = useTicketAct(onDone);
  const form = useForm({
    // The names are ids on a page that has the forms of tickets too.
    initial: {
      officePlace: places[0]?.id ?? '',
      officeName: office?.name ?? '',
      officeEmail: office?.email ?? '',
      officeHour: String(office?.dailyHour ?? ''),
      officeChannel: office?.channel ?? '',
      officeReason: '',
    },
    validate: ({ officeName }) => ({
      officeName: officeName.trim() === '' ? copy['error.required'] : undefined,
    }),
    async send({ officePlace: officeId, officeName: name, officeEmail: email, ...rest }) {
      const { officeHour: dailyHour, officeChannel: channel, officeReason: reason } = rest;
      const body = { name, email, dailyHour, channel, reason };
      await call('PUT /api/operate/offices/{officeId}', { path: { officeId }, body });
      await finish();
    },
    onError(error) {
      const { name, email, dailyHour, channel, reason } = refuse(error);
      return {
        officeName: name,
        officeEmail: email,
        officeHour: dailyHour,
        officeChannel: channel,
        officeReason: reason,
      };
    },
  });
  return (
    <form className={styles.form} {...form.form}>
      {office ? null : (
        <SelectField
          {...form.field('officePlace')}
          label={copy['operate.offices.building']}
          choices={choicesOf(places)}
        />
      )}
      <TextField {...form.field('officeName')} label={copy['operate.offices.name']} />
      <EmailField {...form.field('officeEmail')} label={copy['operate.offices.email']} />
      <TextField
        {...form.field('officeHour')}
        label={copy['operate.offices.hour']}
        note={copy['operate.offices.hour.note']}
        inputMode="numeric"
      />
      <TextField
        {...form.field('officeChannel')}
        label={copy['operate.offices.channel']}
        note={copy['operate.offices.channel.note']}
        inputMode="url"
      />
      <TextField
        {...form.field('officeReason')}
        label={copy['operate.reason']}
        note={copy['operate.reason.free']}
      />
      <Button type="submit" busy={form.busy}>
        {copy['operate.offices.save']}
      </Button>
    </form>
  );
}

function Removal({ id: officeId, onDone }: { id: string; onDone: () => void }) {
  const by = useTicketAct(onDone);
  return (
    <div className={styles.form}>
      <ReasonForm
        name={`remove-${officeId}`}
        submit={copy['operate.offices.remove']}
        by={by}
        act={(reason) =>
          call('POST /api/operate/offices/{officeId}/removal', { path: { officeId }, body: { reason } })
        }
      />
    </div>
  );
}
