import { formatHours } from '@madang/contract/places/amenities';
import type { OperatedCampus } from '@madang/contract/admin/campus-schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { type Pack, packQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { AmenityForm, choicesOf, type TableRow } from './amenity-form.tsx';
import styles from './operate.module.css';

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
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-label={[title, ...notes.slice(0, 1), does].join(' ')}
          onClick={() => onToggle(!isOpen)}
        >
          {isOpen ? copy['action.close'] : does}
        </Button>
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
