import type { OperatedCampus } from '@madang/contract/admin/campus-schema';
import { formatHours } from '@madang/contract/places/amenities';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { makeUuid } from '../../lib/request.ts';
import { useForm } from '../../lib/use-form.ts';
import { type Pack, packQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import { type Choices, choicesOf, OpenButton, reasonField } from './operate-parts.tsx';
import styles from './operate.module.css';
import { useCampusAct } from './use-operator-act.ts';

const all = { value: '', label: copy['operate.amenities.all'] };
const NEW: { title: string; rows: TableRow[] } = {
  title: copy['operate.amenities.new'],
  rows: [{ table: 'amenities' }, { table: 'hours' }],
};

/** Returns rows reported by students, then those of a building or kind: a whole campus is too long. */
function groupRows(pack: Pack, said: OperatedCampus['said'], building: string, kind: string) {
  const saidOf = new Map(said.map((one) => [one.id, one]));
  const rows = [
    ...(kind ? [] : pack.hours.map((hours): TableRow => ({ table: 'hours', hours }))),
    ...pack.amenities
      .filter((amenity) => kind === '' || amenity.kind === kind)
      .map((amenity): TableRow => ({ table: 'amenities', amenity, said: saidOf.get(amenity.id) })),
  ].filter((row) => building === '' || (row.amenity ?? row.hours)?.buildingId === building);
  const buildings = (building || kind ? pack.buildings : []).map(({ id, name }) => ({
    title: name,
    rows: rows.filter((row) => !row.said && (row.amenity ?? row.hours)?.buildingId === id),
  }));
  const changed = { title: copy['operate.amenities.said'], rows: rows.filter((row) => row.said) };
  return [NEW, changed, ...buildings].filter((group) => group.rows.length > 0);
}

/** Renders amenities and opening hours as all users see them. */
export function AmenityTables({ said }: Pick<OperatedCampus, 'said'>) {
  const { data: pack, error, refetch } = useQuery(packQuery);
  const [building, setBuilding] = useState('');
  const [kind, setKind] = useState('');
  const [open, setOpen] = useState('');
  if (!pack) return error ? <Failure error={error} onRetry={refetch} /> : null;
  return (
    <div className={styles.section}>
      <div className={styles.form}>
        <SelectField
          name="shownBuilding"
          label={copy['operate.amenities.building']}
          choices={[all, ...choicesOf(pack.buildings)]}
          value={building}
          onChange={setBuilding}
        />
        <SelectField
          name="shownKind"
          label={copy['operate.amenities.kind']}
          choices={[all, ...choicesOf(pack.kinds)]}
          value={kind}
          onChange={setKind}
        />
      </div>
      {building || kind ? null : <p className={styles.note}>{copy['operate.amenities.choose']}</p>}
      {groupRows(pack, said, building, kind).map(({ title, rows }) => (
        <section key={title}>
          <h2 className={styles.heading}>{title}</h2>
          <ul className={`${styles.written} ${styles.rows}`}>
            {rows.map((row) => {
              const key = row.amenity?.id ?? [row.table, row.hours?.buildingId, row.hours?.from].join(' ');
              const toggle = (isOpen: boolean) => setOpen(isOpen ? key : '');
              return <Row key={key} row={row} pack={pack} isOpen={open === key} onToggle={toggle} />;
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface RowProps {
  row: TableRow;
  pack: Pack;
  isOpen: boolean;
  onToggle: (open: boolean) => void;
}

function Row({ row, pack, isOpen, onToggle }: RowProps) {
  const [title, ...notes] = describeRow(row, pack);
  const does = row.amenity || row.hours ? copy['operate.change'] : copy['operate.amenities.new'];
  return (
    <li>
      <div className={styles.line}>
        <span>
          {title}
          {notes.map((note) => (
            <span key={note} className={styles.note}>
              <br />
              {note}
            </span>
          ))}
        </span>
        <OpenButton
          open={isOpen}
          label={[title, ...notes.slice(0, 1), does].join(' ')}
          text={does}
          onToggle={onToggle}
        />
      </div>
      {isOpen ? <AmenityForm row={row} pack={pack} onDone={() => onToggle(false)} /> : null}
    </li>
  );
}

/** Returns the lines of a row, with students' reports next to the known values. */
function describeRow({ table, amenity, hours, said }: TableRow, { buildings }: Pack): string[] {
  const name = buildings.find(({ id }) => id === (amenity ?? hours)?.buildingId)?.name;
  if (hours) {
    const days = hours.from ? `${hours.from} – ${hours.to}` : copy['operate.hours.always'];
    return [formatHours(hours.hours), `${name} · ${days}`];
  }
  if (!amenity) return [table === 'hours' ? copy['operate.hours'] : copy['operate.amenity']];
  const none = copy['operate.health.none'];
  const day = (label: string, now: string | null, before = now): string[] => {
    if ((before ?? '') !== (now ?? '')) return [`${label} ${before || none} → ${now ?? none}`];
    return now ? [`${label} ${now}`] : [];
  };
  const floor = fillCopy(copy['operate.amenity.floor.value'], { floor: amenity.floor });
  return [
    amenity.spot,
    `${name} · ${amenity.kind} · ${floor}`,
    ...day(copy['operate.amenity.gone'], amenity.goneOn, said?.before?.gone),
    ...day(copy['operate.amenity.confirmed'], amenity.confirmedOn, said?.before?.confirmed),
    ...(said ? [fillCopy(copy['operate.amenity.voices'], { a: said.there, b: said.notThere })] : []),
  ];
}

/** Row of one of both tables; a new row has neither. */
export interface TableRow {
  table: 'amenities' | 'hours';
  amenity?: Pack['amenities'][number] | undefined;
  hours?: Pack['hours'][number] | undefined;
  said?: OperatedCampus['said'][number] | undefined;
}

const cell = (
  name: string,
  label: string,
  value?: string | null,
  more: { note?: string; type?: 'date'; choices?: Choices } = {},
) => ({ name, label, value: value ?? '', note: undefined, ...more });

/** Returns the editable cells of a row; a new row starts with the first choices. */
function cellsOf({ table, amenity, hours }: TableRow, { buildings, kinds }: Pack) {
  const row = amenity ?? hours;
  const places = choicesOf(buildings);
  const isOfOld = amenity && !kinds.some(({ name }) => name === amenity.kind);
  const terms = choicesOf(isOfOld ? [{ name: amenity.kind }, ...kinds] : kinds);
  const ways: Choices = [
    { value: '', label: copy['operate.health.unknown'] },
    { value: 'yes', label: copy['operate.amenity.stepFree.yes'] },
    { value: 'no', label: copy['operate.health.none'] },
  ];
  const stepFree = { true: 'yes', false: 'no', null: '' }[`${amenity?.stepFree ?? null}`];
  const place = row?.buildingId ?? places[0]?.value;
  const building = cell('building', copy['operate.buildings'], place, { choices: places });
  const open = row?.hours && formatHours(row.hours);
  const source = row?.source ?? copy['operate.amenity.own'];
  const known = [
    cell('hours', copy['operate.hours'], open, { note: copy['operate.hours.note'] }),
    cell('source', copy['operate.amenity.source'], source),
  ];
  const day = { type: 'date', note: copy['operate.hours.days.note'] } as const;
  const to = cell('to', copy['operate.hours.to'], hours?.to, day);
  // Hours of a period are identified by its first day.
  if (hours) return hours.from ? [to, ...known] : known;
  if (table === 'hours') return [building, cell('from', copy['operate.hours.from'], '', day), to, ...known];
  return [
    building,
    cell('kind', copy['operate.bulletin.kind'], amenity?.kind ?? terms[0]?.value, { choices: terms }),
    cell('floor', copy['operate.amenity.floor'], amenity?.floor, {
      note: copy['operate.amenity.floor.note'],
    }),
    cell('spot', copy['operate.amenity.spot'], amenity?.spot),
    cell('stepFree', copy['operate.amenity.stepFree'], stepFree, { choices: ways }),
    ...known,
    cell('confirmed', copy['operate.amenity.confirmed'], amenity?.confirmedOn, { type: 'date' }),
    cell('gone', copy['operate.amenity.gone'], amenity?.goneOn, { type: 'date' }),
  ];
}

interface AmenityFormProps {
  row: TableRow;
  pack: Pack;
  onDone: () => void;
}

function useAmenityForm({ row, pack, onDone }: AmenityFormProps) {
  const { table, amenity, hours } = row;
  const { finish, refuse } = useCampusAct(onDone);
  const [cells] = useState(() => cellsOf(row, pack));
  // Stays the same over retries.
  const [newId] = useState(makeUuid);
  const [initial] = useState(() => Object.fromEntries(cells.map(({ name, value }) => [name, value])));
  const form = useForm<Record<string, string>>({
    initial: { ...initial, amenityReason: '' },
    // The server validates, as for a file.
    validate: () => ({}),
    async send({ amenityReason: reason = '', building: buildingId = '', from = '', ...values }) {
      // Unchanged cells are not sent: another operator may have changed them.
      const said = (name: string, text = values[name]) =>
        (amenity ?? hours) && text === initial[name] ? null : (text ?? null);
      const known = { hours: said('hours'), source: said('source'), reason };
      if (table === 'hours') {
        const path = { buildingId: hours?.buildingId ?? buildingId };
        const body = { from: hours?.from ?? from, to: said('to'), ...known };
        await call('PUT /api/operate/hours/{buildingId}', { path, body });
      } else {
        const path = { amenityId: amenity?.id ?? newId };
        const place = { building: said('building', buildingId), kind: said('kind'), floor: said('floor') };
        const more = { spot: said('spot'), stepFree: said('stepFree'), gone: said('gone') };
        const body = { ...known, ...place, ...more, confirmed: said('confirmed') };
        await call('PUT /api/operate/amenities/{amenityId}', { path, body });
      }
      await finish();
    },
    onError(error) {
      const { reason: amenityReason, ...fields } = refuse(error);
      return { ...fields, amenityReason };
    },
  });
  return { form, cells };
}

/** Renders the cells of an amenity or of a building's hours. */
export function AmenityForm(props: AmenityFormProps) {
  const { form, cells } = useAmenityForm(props);
  const { amenityReason: reason = '' } = form.values;
  const why = cell('amenityReason', reasonField.label, '', { note: reasonField.note });
  return (
    <>
      {props.row.said?.pictures.map((address) => (
        <img key={address} className={styles.evidence} src={address} alt={copy['operate.amenity.picture']} />
      ))}
      <Form className={styles.form} form={form} submit={copy['operate.bulletin.save']}>
        {[...cells, why].map(({ value: _, choices, type = 'text', ...cellTexts }) => {
          const field = {
            ...form.field(cellTexts.name),
            ...cellTexts,
            value: form.values[cellTexts.name] ?? '',
          };
          return choices ? (
            <SelectField key={field.name} {...field} choices={choices} />
          ) : (
            <TextField key={field.name} {...field} type={type} />
          );
        })}
      </Form>
      <Taking {...props} reason={reason} />
    </>
  );
}

/** Removes a row, or students' reports about it, after a second press. */
function Taking({ row: { amenity, hours, said }, reason, onDone }: AmenityFormProps & { reason: string }) {
  const [sure, setSure] = useState('');
  const { busy, act } = useCampusAct(onDone);
  const button = (label: string, question: string, take: () => Promise<void>) => (
    <div className={styles.form}>
      {sure === label ? <p role="status">{question}</p> : null}
      <Button look="plain" busy={busy} onClick={() => (sure === label ? act(take) : setSure(label))}>
        {sure === label ? fillCopy(copy['operate.amenity.sure'], { label }) : label}
      </Button>
    </div>
  );
  const actOn = (amenityId: string, what: 'removal' | 'undo') => () =>
    call('POST /api/operate/amenities/{amenityId}/{act}', {
      path: { amenityId, act: what },
      body: { reason },
    });
  if (hours)
    return button(copy['operate.amenity.remove'], copy['operate.hours.remove.sure'], () =>
      call('POST /api/operate/hours/{buildingId}/removal', {
        path: { buildingId: hours.buildingId },
        body: { from: hours.from ?? '', reason },
      }),
    );
  return amenity ? (
    <>
      {said
        ? button(copy['operate.amenity.undo'], copy['operate.amenity.undo.sure'], actOn(amenity.id, 'undo'))
        : null}
      {button(
        copy['operate.amenity.remove'],
        copy['operate.amenity.remove.sure'],
        actOn(amenity.id, 'removal'),
      )}
    </>
  ) : null;
}
