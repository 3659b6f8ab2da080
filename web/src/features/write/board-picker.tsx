import type { Building } from '@madang/contract/campus/schema';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion, PartyPopper } from 'lucide';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { buildingsQuery } from '../../parts/campus/campus-queries.ts';
import { Failure } from '../../parts/campus/failure.tsx';
import { findNamed } from '@madang/contract/search/places';
import { useSession } from '../../parts/session/session.ts';
import { listVisitedBuildings } from '../../parts/session/visits.ts';
import { navigate, useLocation } from '../../router/router.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { asTyped, TextField } from '../../ui/text-field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './board-picker.module.css';

interface BoardPickerProps {
  open: boolean;
  onClose: () => void;
}

/** How many of the buildings that were seen last are offered. */
const RECENT = 3;

/** Asks which board a post is for, from anywhere [EV-02]; back from the form leads to where it was asked. */
export function BoardPicker({ open, onClose }: BoardPickerProps) {
  const { pathname, search } = useLocation();
  const choose = (board: string): void =>
    navigate('/write', { replace: true, state: { from: `${pathname}${search}`, board } });
  return (
    <Sheet title={copy['write.where']} sheet={{ open, close: onClose }}>
      <div className={styles.wide}>
        <ListRow
          icon={MessageCircleQuestion}
          label={copy['tile.question']}
          onClick={() => choose('question')}
        />
        <ListRow icon={PartyPopper} label={copy['tile.festival']} onClick={() => choose('festival')} />
        <Buildings onChoose={choose} />
      </div>
    </Sheet>
  );
}

interface ChooseProps {
  onChoose: (buildingId: string) => void;
}

function Buildings({ onChoose }: ChooseProps) {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(buildingsQuery);
  const [typed, setTyped] = useState('');
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton height="320px" />;
  const query = typed.trim();
  const found = query === '' ? data : findNamed(query, data);
  const recent = (user ? listVisitedBuildings(user.id) : [])
    .flatMap((id) => data.find((building) => building.id === id) ?? [])
    .slice(0, RECENT);
  return (
    <>
      {recent.length > 0 ? (
        <List title={copy['write.where.recent']} items={recent} onChoose={onChoose} />
      ) : null}
      <div
        className={styles.find}
        // What is found stands above the keyboard.
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
          <p className={styles.none}>{fillCopy(copy['write.where.none'], { query })}</p>
        )}
      </div>
    </>
  );
}

function List({ title, items, onChoose }: ChooseProps & { title: string; items: readonly Building[] }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
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
