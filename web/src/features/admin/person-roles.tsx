import type { PersonDetail } from '@madang/contract/admin/people-schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import styles from './operate.module.css';
import { Section } from './section.tsx';
import { rolesQuery } from './people-queries.ts';
import { roleName } from './people-text.ts';
import { usePersonAct } from './use-operator-act.ts';

/** Value for an operator, who has all boards. */
const ALL = '';

/** Renders the person's roles, which operators grant and revoke. */
export function PersonRoles({ detail }: { detail: PersonDetail }) {
  const { person, roles } = detail;
  const [open, setOpen] = useState(false);
  const { busy, act } = usePersonAct(person.id, { onDone: () => setOpen(false) });
  const change = (boardId: string | null, held: boolean): void =>
    act(() =>
      call('PUT /api/operate/people/{id}/role', {
        path: { id: person.id },
        body: { role: boardId === null ? 'operator' : 'moderator', boardId, held, reason: '' },
      }),
    );
  return (
    <Section id="person-roles" title={copy['operate.person.roles']}>
      {roles.length === 0 ? <p className={styles.note}>{copy['operate.person.roles.none']}</p> : null}
      {roles.map(({ role, board }) => {
        const name = roleName(role, board);
        return (
          <div key={name} className={styles.line}>
            <span>{name}</span>
            <Button
              look="quiet"
              busy={busy}
              aria-label={fillCopy(copy['operate.role.take.label'], { role: name })}
              onClick={() => change(board?.id ?? null, false)}
            >
              {copy['operate.role.take']}
            </Button>
          </div>
        );
      })}
      {open ? (
        <GiveRole busy={busy} onGive={(boardId) => change(boardId, true)} />
      ) : (
        <Button look="plain" onClick={() => setOpen(true)}>
          {copy['operate.role.give']}
        </Button>
      )}
    </Section>
  );
}

function GiveRole({ busy, onGive }: { busy: boolean; onGive: (boardId: string | null) => void }) {
  const { data } = useQuery(rolesQuery);
  const [boardId, setBoardId] = useState(ALL);
  const choices = [
    { value: ALL, label: copy['operate.role.operator'] },
    ...(data?.boards ?? []).map((board) => ({ value: board.id, label: roleName('moderator', board) })),
  ];
  return (
    <div className={styles.form}>
      <SelectField
        name="role"
        label={copy['operate.role.choose']}
        note={boardId === ALL ? copy['operate.role.operator.note'] : copy['operate.role.moderator.note']}
        choices={choices}
        value={boardId}
        onChange={setBoardId}
      />
      <Button busy={busy} onClick={() => onGive(boardId === ALL ? null : boardId)}>
        {copy['operate.role.give']}
      </Button>
    </div>
  );
}
