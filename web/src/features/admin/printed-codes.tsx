import type { OperatedCampus } from '@madang/contract/admin/campus-schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { type Pack, packQuery } from '../campus/campus-queries.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { choicesOf, OpenButton, reasonField, ReasonForm } from './operate-parts.tsx';
import styles from './operate.module.css';
import { useCampusAct } from './use-operator-act.ts';

type Code = OperatedCampus['codes'][number];

/** Separate page for printing. */
const signs = (query: string) => `/api/operate/codes/signs?${query}`;

/** Lists the printed codes by building: to add, print and replace [PL-11]. */
export function PrintedCodes({ codes }: { codes: readonly Code[] }) {
  const { data: pack, error, refetch } = useQuery(packQuery);
  if (!pack) return error ? <Failure error={error} onRetry={refetch} /> : null;
  const print = { target: '_blank', look: 'plain' } as const;
  return (
    <div className={styles.section}>
      <NewCode pack={pack} />
      {codes.length === 0 ? (
        <p className={styles.empty}>{copy['operate.codes.none']}</p>
      ) : (
        <div className={styles.form}>
          <ButtonLink {...print} to={signs('size=a6')}>
            {copy['operate.codes.print']}
          </ButtonLink>
          <ButtonLink {...print} to={signs('size=a7')}>
            {copy['operate.codes.print.small']}
          </ButtonLink>
          <p className={styles.note}>{copy['operate.codes.print.note']}</p>
        </div>
      )}
      {pack.buildings.map(({ id, name }) => {
        const own = codes.filter(({ buildingId }) => buildingId === id);
        return own.length === 0 ? null : (
          <section key={id}>
            <h2 className={styles.heading}>{name}</h2>
            <ul className={`${styles.written} ${styles.rows}`}>
              {own.map((code) => (
                <Row key={code.code} code={code} place={code.spot || name} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function NewCode({ pack: { buildings, amenities } }: { pack: Pack }) {
  const { finish, refuse } = useCampusAct();
  const form = useForm({
    // Names are ids, unique among all forms of the page.
    initial: { building: buildings[0]?.id ?? '', amenity: '', codeSpot: '', codeReason: '' },
    validate: () => ({}),
    async send({ building, amenity, codeSpot, codeReason }) {
      const body = { building, amenity: amenity || null, spot: codeSpot, reason: codeReason };
      await call('POST /api/operate/codes', { body });
      await finish();
      form.set('codeSpot', '');
    },
    onError(error) {
      const { spot: codeSpot, reason: codeReason } = refuse(error);
      return { codeSpot, codeReason };
    },
  });
  const { building } = form.values;
  const here = amenities.filter(({ buildingId }) => buildingId === building);
  return (
    <Form className={styles.form} form={form} submit={copy['operate.codes.add']}>
      <SelectField
        name="codeBuilding"
        label={copy['operate.codes.building']}
        choices={choicesOf(buildings)}
        value={building}
        onChange={(chosen) => {
          form.set('building', chosen);
          form.set('amenity', '');
        }}
      />
      <SelectField
        name="codeAmenity"
        label={copy['operate.codes.amenity']}
        choices={[
          { value: '', label: copy['operate.codes.amenity.none'] },
          ...here.map(({ id, floor, kind, spot }) => ({
            value: id,
            label: `${fillCopy(copy['amenity.floor'], { floor })} ${kind} ${spot}`,
          })),
        ]}
        value={form.values.amenity}
        onChange={(chosen) => form.set('amenity', chosen)}
      />
      <TextField
        {...form.field('codeSpot')}
        label={copy['operate.codes.spot']}
        note={copy['operate.codes.spot.note']}
      />
      <TextField {...form.field('codeReason')} {...reasonField} />
    </Form>
  );
}

function Row({ code: { code, createdAt }, place }: { code: Code; place: string }) {
  const [open, setOpen] = useState(false);
  const by = useCampusAct();
  const act = (reason: string) =>
    call('POST /api/operate/codes/{code}/replacement', { path: { code }, body: { reason } });
  return (
    <li>
      <div className={styles.line}>
        <a
          href={signs(`code=${code}`)}
          target="_blank"
          aria-label={fillCopy(copy['operate.codes.print.one'], { place: `${place} ${code}` })}
        >
          {place}
        </a>
        <OpenButton
          open={open}
          label={fillCopy(copy['operate.codes.replace.label'], { place: `${place} ${code}` })}
          text={copy['operate.codes.replace']}
          onToggle={setOpen}
        />
      </div>
      <span className={styles.note}>
        {code} · <DateTime instant={createdAt} />
      </span>
      {open ? (
        <div className={styles.form}>
          <p className={styles.note}>{copy['operate.codes.replace.note']}</p>
          <ReasonForm
            name={`reason-${code}`}
            submit={copy['operate.codes.replace.submit']}
            by={by}
            act={act}
          />
        </div>
      ) : null}
    </li>
  );
}
