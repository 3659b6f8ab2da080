import type { Building } from '@madang/contract/campus/schema';
import { findTyped } from '@madang/contract/search/places';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import fields from '../../components/field.module.css';
import { asTyped, describeControl, FieldMessages, TextField } from '../../components/field.tsx';
import { ListRow } from '../../components/lists.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Skeleton } from '../../components/states.tsx';
import { useSheet } from '../../lib/router.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useSession } from '../session/session.ts';
import { listVisitedBuildings } from '../session/user-storage.ts';
import styles from './building.module.css';
import { buildingsQuery } from './campus-queries.ts';
import { Failure } from './failure.tsx';

/** Number of recently viewed buildings offered. */
const RECENT = 3;

interface ChooseProps {
  onChoose: (buildingId: string) => void;
}

/** Finds a building by name or nickname, on either keyboard layout; recently viewed ones come first. */
export function BuildingFinder({ children, onChoose }: ChooseProps & { children?: ReactNode }) {
  return (
    <div className="bleed">
      {children}
      <Buildings onChoose={onChoose} />
    </div>
  );
}

function Buildings({ onChoose }: ChooseProps) {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(buildingsQuery);
  const [typed, setTyped] = useState('');
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton height="320px" />;
  const query = typed.trim();
  const found = query === '' ? data : findTyped(query, data);
  const recent = (user ? listVisitedBuildings(user.id) : [])
    .flatMap((id) => data.find((building) => building.id === id) ?? [])
    .slice(0, RECENT);
  return (
    <>
      {recent.length > 0 ? (
        <List title={copy['write.where.recent']} items={recent} onChoose={onChoose} />
      ) : null}
      <div
        className="px-margin pt-4"
        // Keeps the results above the keyboard.
        onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'start' })}
      >
        <TextField
          name="building"
          label={copy['write.where.find']}
          note={copy['write.where.find.note']}
          value={typed}
          maxLength={50}
          autoComplete="off"
          enterKeyHint="search"
          {...asTyped}
          onChange={setTyped}
        />
        <div role="status">
          <VisuallyHidden>
            {query === '' ? '' : fillCopy(copy['write.where.found'], { n: found.length })}
          </VisuallyHidden>
        </div>
      </div>
      <div className={styles.found}>
        {found.length > 0 ? (
          <List
            title={query === '' ? copy['write.where.all'] : copy['write.where.matches']}
            items={found}
            onChoose={onChoose}
          />
        ) : (
          <p className={`text-soft text-center ${styles.none}`}>
            {fillCopy(copy['write.where.none'], { query })}
          </p>
        )}
      </div>
    </>
  );
}

function List({ title, items, onChoose }: ChooseProps & { title: string; items: readonly Building[] }) {
  return (
    <section>
      <h3 className="px-margin text-faint text-note font-semibold pb-1 pt-4">{title}</h3>
      <ul>
        {items.map(({ id, name, category }) => (
          <li key={id}>
            <ListRow label={name} detail={category} onClick={() => onChoose(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BuildingFieldProps {
  name: string;
  label: string;
  /** Name of the chosen place, or the button's text if there is none. */
  chosen: string;
  error: string | undefined;
  /** Choices above the buildings. */
  others?: readonly { id: string; name: string }[];
  onChoose: (id: string) => void;
}

/** Renders a form field for a building, chosen in a sheet by name. */
export function BuildingField({ name, label, chosen, error, others, onChoose }: BuildingFieldProps) {
  const sheet = useSheet(name);
  const id = `field-${name}`;
  function choose(value: string): void {
    onChoose(value);
    sheet.close();
  }
  return (
    <div className="flex-col gap-1">
      <span className="text-soft text-note font-semibold" id={`${id}-label`}>
        {label}
      </span>
      <button
        type="button"
        id={id}
        className={fields.control}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        {...describeControl(id, { error })}
        onClick={sheet.show}
      >
        {chosen}
      </button>
      <FieldMessages id={id} error={error} />
      <Sheet title={label} sheet={sheet}>
        {sheet.open ? (
          <BuildingFinder onChoose={choose}>
            {others?.map((other) => (
              <ListRow key={other.id} label={other.name} onClick={() => choose(other.id)} />
            ))}
          </BuildingFinder>
        ) : null}
      </Sheet>
    </div>
  );
}
