import type { Person } from '@madang/contract/admin/people-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide';
import { useState } from 'react';
import { Button, Icon } from '../../components/button.tsx';
import { ListRow } from '../../components/lists.tsx';
import { asTyped, TextField } from '../../components/field.tsx';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal, type Output } from '../../lib/api.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { useAction } from '../campus/use-action.ts';
import { sanctionName } from '../moderation/moderation-texts.ts';
import { StaffScreen } from '../moderation/staff.tsx';
import { foundKey, rolesQuery, sanctionsQuery } from './admin-queries.ts';
import { roleName, Section } from './operate-parts.tsx';
import styles from './operate.module.css';

interface Found {
  who: string;
  people: Person[] | null;
}

/** Renders the search for students by address or nickname, all roles, and active sanctions [MO-15]. */
export default function PeopleScreen() {
  return (
    <StaffScreen title={copy['operate.people']} operator query={rolesQuery} wide="columns">
      {({ roles }, refetch) => (
        <>
          <Finder onRefused={refetch} />
          <Roles roles={roles} />
          <Sanctions />
        </>
      )}
    </StaffScreen>
  );
}

function Finder({ onRefused }: { onRefused: () => unknown }) {
  const client = useQueryClient();
  const [found, setFound] = useState<Found>(
    () => client.getQueryData<Found>(foundKey) ?? { who: '', people: null },
  );
  const keep = (next: Found): void => {
    setFound(next);
    client.setQueryData(foundKey, next);
  };
  const { busy, onClick } = useAction(
    async () => {
      if (found.who.trim() === '') return;
      const { people } = await call('POST /api/operate/people/search', { body: { who: found.who } });
      keep({ who: found.who, people });
    },
    (error) => {
      const asked = isRefusal(error, 'confirmation.required');
      if (asked) void onRefused();
      return asked;
    },
  );
  return (
    <section className={styles.section}>
      <form
        role="search"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onClick();
        }}
      >
        <TextField
          {...asTyped}
          type="search"
          enterKeyHint="search"
          name="who"
          label={copy['operate.people.find']}
          note={copy['operate.people.find.note']}
          value={found.who}
          onChange={(who) => keep({ who, people: found.people })}
        />
        <Button type="submit" busy={busy}>
          <Icon of={Search} size={20} /> {copy['operate.people.find.submit']}
        </Button>
      </form>
      <div aria-live="polite">
        {found.people?.length === 0 ? <p className={styles.empty}>{copy['operate.people.none']}</p> : null}
        {found.people?.map((person) => (
          <ListRow
            key={person.id}
            label={`${person.nickname} · ${person.maskedEmail}`}
            detail={<DateTime instant={person.signedUpAt} />}
            to={`/operate/people/${person.id}`}
          />
        ))}
      </div>
    </section>
  );
}

function Roles({ roles }: { roles: Output<'GET /api/operate/roles'>['roles'] }) {
  return (
    <Section id="roles" title={copy['operate.roles']} look="list">
      {roles.map(({ personId, nickname, role, board }) => (
        <ListRow
          key={`${personId} ${role} ${board?.id ?? ''}`}
          label={nickname}
          detail={roleName(role, board)}
          to={`/operate/people/${personId}`}
        />
      ))}
    </Section>
  );
}

function Sanctions() {
  const { data } = useQuery(sanctionsQuery);
  return (
    <Section id="sanctions" title={copy['operate.sanctions']} look="list">
      {data?.length === 0 ? <p className={styles.empty}>{copy['operate.sanctions.none']}</p> : null}
      {data?.map(({ id, kind, board, personId, nickname, endsAt }) => {
        const label = `${nickname ?? copy['operate.people.gone']} · ${sanctionName(kind, board?.name ?? null)}`;
        const until = (
          <span>
            ~ <DateTime instant={endsAt} />
          </span>
        );
        return personId ? (
          <ListRow key={id} label={label} detail={until} to={`/operate/people/${personId}`} />
        ) : (
          <p key={id} className={styles.gone}>
            {label} {until}
          </p>
        );
      })}
    </Section>
  );
}
