import type { OperatedCampus } from '@madang/contract/admin/campus-schema';
import { type Crowd, CROWDS } from '@madang/contract/places/crowd';
import { useState } from 'react';
import { Form } from '../../components/form.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { crowdTexts } from '../places/place-texts.ts';
import { choicesOf, OpenButton, reasonField, ReasonForm } from './operate-parts.tsx';
import styles from './operate.module.css';
import { useCampusAct } from './use-operator-act.ts';

type Places = OperatedCampus['buildings'];

const crowds: readonly { value: Crowd | 'none'; label: string }[] = [
  ...CROWDS.map((value) => ({ value, label: crowdTexts[value] })),
  { value: 'none', label: copy['operate.voices.crowd.none'] },
];

/** Renders crowd reports of places: typical crowding, muted places, and rooms found locked [PL-04, PL-06, RM-03]. */
export function PlaceReports({ campus: { buildings, mutes, locked } }: { campus: OperatedCampus }) {
  // Places with a seat system collect no reports.
  const places = buildings.filter(({ seats }) => seats === '');
  const nameOf = (id: string) => buildings.find((building) => building.id === id)?.name ?? id;
  return (
    <div className={styles.section}>
      <UsualForm places={places} />
      <h2 className={styles.heading}>{copy['operate.locked']}</h2>
      {locked.length === 0 ? <p className={styles.empty}>{copy['operate.locked.none']}</p> : null}
      <ul className={`${styles.written} ${styles.rows}`}>
        {locked.map(({ id, building, name, voices: n, days, last }) => (
          <li key={id}>
            {nameOf(building)} {name}
            <span className={styles.note}>{fillCopy(copy['operate.locked.facts'], { n, days, last })}</span>
          </li>
        ))}
      </ul>
      <h2 className={styles.heading}>{copy['operate.voices.places']}</h2>
      <ul className={`${styles.written} ${styles.rows}`}>
        {places.map(({ id, name }) => (
          <Place key={id} id={id} name={name} muted={mutes.includes(id)} />
        ))}
      </ul>
    </div>
  );
}

function UsualForm({ places }: { places: Places }) {
  const { finish, refuse } = useCampusAct();
  const form = useForm({
    // Names are ids, unique among all forms of the page.
    initial: {
      voiceBuilding: places[0]?.id ?? '',
      voiceHours: '',
      voiceCrowd: crowds[0]?.value ?? 'none',
      voiceReason: '',
    },
    validate: ({ voiceHours }) => ({ voiceHours: voiceHours.trim() ? undefined : copy['error.required'] }),
    async send({ voiceBuilding: buildingId, voiceHours: hours, voiceCrowd: crowd, voiceReason: reason }) {
      await call('PUT /api/operate/voices/{buildingId}', {
        path: { buildingId },
        body: { hours, crowd, reason },
      });
      await finish();
      form.set('voiceHours', '');
    },
    onError(error) {
      const { hours: voiceHours, reason: voiceReason } = refuse(error);
      return { voiceHours, voiceReason };
    },
  });
  return (
    <Form className={styles.form} form={form} submit={copy['operate.voices.save']}>
      <h2 className={styles.heading}>{copy['operate.voices.usual']}</h2>
      <SelectField
        {...form.field('voiceBuilding')}
        label={copy['operate.voices.building']}
        choices={choicesOf(places)}
      />
      <TextField
        {...form.field('voiceHours')}
        label={copy['operate.voices.hours']}
        note={copy['operate.voices.hours.note']}
      />
      <SelectField {...form.field('voiceCrowd')} label={copy['operate.voices.crowd']} choices={crowds} />
      <TextField {...form.field('voiceReason')} {...reasonField} />
    </Form>
  );
}

function Place({ id: buildingId, name, muted }: { id: string; name: string; muted: boolean }) {
  const [open, setOpen] = useState(false);
  const by = useCampusAct(() => setOpen(false));
  const change = muted ? copy['operate.voices.unmute'] : copy['operate.voices.mute'];
  const path = { buildingId, act: muted ? 'unmute' : 'mute' } as const;
  return (
    <li>
      <div className={styles.line}>
        {name}
        <OpenButton open={open} label={`${name} ${change}`} text={change} onToggle={setOpen} />
      </div>
      {muted ? <span className={styles.note}>{copy['operate.voices.muted']}</span> : null}
      {open ? (
        <div className={styles.form}>
          <ReasonForm
            name={`voices-${buildingId}`}
            note={copy['operate.reason.free']}
            submit={change}
            by={by}
            act={(reason) => call('POST /api/operate/voices/{buildingId}/{act}', { path, body: { reason } })}
          />
        </div>
      ) : null}
    </li>
  );
}
