import type { PersonDetail, RunningSanction } from '@madang/contract/admin/people-schema';
import { type Right, RIGHTS } from '@madang/contract/admin/rules';
import type { ReportReason, SanctionKind } from '@madang/contract/moderation/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Choices, SelectField, TextArea } from '../../components/field.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Link, navigate, useParams, useSheet } from '../../lib/router.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { reasonChoices, reasonTexts, sanctionName } from '../moderation/moderation-texts.ts';
import { StaffScreen } from '../moderation/staff.tsx';
import { foundKey, personQuery, rolesQuery } from './admin-queries.ts';
import { Fact, ReasonForm, roleName, Section } from './operate-parts.tsx';
import styles from './operate.module.css';
import { usePersonAct } from './use-operator-act.ts';

/** Renders one student: rights, roles, sanctions and recent writing [MO-15]. */
export default function PersonScreen() {
  const { id = '' } = useParams();
  return (
    <StaffScreen title={copy['operate.person']} operator query={personQuery(id)} wide="columns">
      {(detail) => (
        <>
          <Facts detail={detail} />
          <Written detail={detail} />
          <PersonRight detail={detail} />
          <PersonRoles detail={detail} />
          <PersonSanctions detail={detail} />
          {detail.self ? null : <PersonWithdrawal detail={detail} />}
        </>
      )}
    </StaffScreen>
  );
}

function Facts({ detail: { person, points, posts, replies, sessions } }: { detail: PersonDetail }) {
  const verified = person.emailVerified ? copy['operate.person.verified'] : copy['operate.person.unverified'];
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{person.nickname}</h2>
      <dl className="tabular-nums pt-4">
        <Fact label={copy['operate.person.email']}>
          {person.maskedEmail} ({verified})
        </Fact>
        <Fact label={copy['operate.person.signedUp']}>
          <DateTime instant={person.signedUpAt} />
        </Fact>
        <Fact label={copy['operate.person.counts']}>
          {fillCopy(copy['operate.person.counts.value'], { posts, replies, points })}
        </Fact>
        <Fact label={copy['operate.person.sessions']}>{sessions}</Fact>
      </dl>
    </section>
  );
}

function Written({ detail: { written } }: { detail: PersonDetail }) {
  return (
    <Section id="written" title={copy['operate.person.written']} className={styles.beside}>
      {written.length === 0 ? <p className={styles.empty}>{copy['operate.person.written.none']}</p> : null}
      <ul className={styles.written}>
        {written.map(({ kind, id, postId, text, hidden, createdAt }) => (
          <li key={id}>
            <span className={styles.note}>
              {kind === 'post' ? copy['operate.person.post'] : copy['operate.person.reply']} ·{' '}
              <DateTime instant={createdAt} />
              {hidden ? ` · ${copy['operate.person.hidden']}` : ''}
            </span>
            {hidden ? <span>{text}</span> : <Link to={`/post/${postId}`}>{text}</Link>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const labels: Record<Right, string> = {
  rule: copy['operate.right.rule'],
  granted: copy['operate.right.granted'],
  taken: copy['operate.right.taken'],
};
const choices = RIGHTS.map((value) => ({ value, label: labels[value] }));

/** Renders whether the person may write on building boards: by rule or by an operator's decision. */
export function PersonRight({ detail }: { detail: PersonDetail }) {
  const { person, right, self } = detail;
  const [chosen, setChosen] = useState<Right>(right);
  const by = usePersonAct(person.id);
  return (
    <Section id="right" title={copy['operate.right']}>
      <p className={styles.note}>
        {person.writingRight ? copy['operate.right.has'] : copy['operate.right.hasNot']}
      </p>
      {self ? null : (
        <div className={styles.form}>
          <Choices
            label={copy['operate.right.choose']}
            name="right"
            choices={choices}
            value={chosen}
            onChange={setChosen}
          />
          {chosen === right ? null : (
            <ReasonForm
              name="right-reason"
              note={copy['operate.reason.note']}
              submit={copy['operate.change']}
              by={by}
              act={(reason) =>
                call('PUT /api/operate/people/{id}/right', {
                  path: { id: person.id },
                  body: { right: chosen, reason },
                })
              }
            />
          )}
        </div>
      )}
    </Section>
  );
}

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

interface Given {
  kind: SanctionKind;
  board: string;
  days: string;
  ground: ReportReason;
  text: string;
}

const blank: Given = { kind: 'warning', board: '', days: '7', ground: 'spam', text: '' };

/** Kinds in the order of choice. */
const sanctionChoices = [
  { value: 'warning', label: copy['sanction.warning'] },
  { value: 'noBoard', label: copy['operate.sanction.noBoard'] },
  { value: 'noWriting', label: copy['sanction.noWriting'] },
  { value: 'closed', label: copy['sanction.closed'] },
] as const;

const dayChoices = ['1', '3', '7', '14', '30', '90', '365'].map((value) => ({
  value,
  label: fillCopy(copy['operate.sanction.days.value'], { n: value }),
}));

/** Renders active sanctions, and the form for another. */
export function PersonSanctions({ detail }: { detail: PersonDetail }) {
  const { person, sanctions, self } = detail;
  const [open, setOpen] = useState(false);
  return (
    <Section id="person-sanctions" title={copy['cases.sanctions']}>
      {sanctions.length === 0 ? <p className={styles.note}>{copy['operate.sanctions.none']}</p> : null}
      {sanctions.map((sanction) => (
        <Running key={sanction.id} sanction={sanction} personId={person.id} own={self} />
      ))}
      {self ? null : open ? (
        <GiveSanction personId={person.id} onDone={() => setOpen(false)} />
      ) : (
        <Button look="plain" onClick={() => setOpen(true)}>
          {copy['operate.sanction.give']}
        </Button>
      )}
    </Section>
  );
}

function Running({ sanction, personId, own }: { sanction: RunningSanction; personId: string; own: boolean }) {
  const [ending, setEnding] = useState(false);
  const by = usePersonAct(personId);
  const { id, kind, board, ground, text, endsAt } = sanction;
  return (
    <div className="py-3 border-t wrap-anywhere">
      <b>{sanctionName(kind, board?.name ?? null)}</b>
      <p className={styles.note}>
        ~ <DateTime instant={endsAt} /> · {reasonTexts[ground]}
      </p>
      {text ? <p>{text}</p> : null}
      {own ? null : ending ? (
        <div className={styles.form}>
          <ReasonForm
            name={`end-${id}`}
            submit={copy['operate.sanction.end']}
            by={by}
            act={(reason) => call('POST /api/operate/sanctions/{id}/end', { path: { id }, body: { reason } })}
          />
        </div>
      ) : (
        <Button look="quiet" onClick={() => setEnding(true)}>
          {copy['operate.sanction.end']}
        </Button>
      )}
    </div>
  );
}

function GiveSanction({ personId, onDone }: { personId: string; onDone: () => void }) {
  const { data } = useQuery(rolesQuery);
  const boards = (data?.boards ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { finish, refuse } = usePersonAct(personId, { onDone });
  const boardOf = ({ kind, board }: Given) => (kind === 'noBoard' ? board || (boards[0]?.value ?? '') : null);
  const form = useForm<Given>({
    initial: blank,
    validate: () => ({}),
    async send(given) {
      const { kind, days, ground, text } = given;
      const body = { kind, boardId: boardOf(given), days: Number(days), ground, text };
      await finish(await call('POST /api/operate/people/{id}/sanctions', { path: { id: personId }, body }));
    },
    onError: (error) => refuse(error),
  });
  return (
    <Form className={styles.form} form={form} submit={copy['operate.sanction.give']}>
      <SelectField {...form.field('kind')} label={copy['operate.sanction.kind']} choices={sanctionChoices} />
      {form.values.kind === 'noBoard' ? (
        <SelectField
          {...form.field('board')}
          label={copy['operate.sanction.board']}
          choices={boards}
          value={boardOf(form.values) ?? ''}
        />
      ) : null}
      <SelectField {...form.field('days')} label={copy['moderate.days']} choices={dayChoices} />
      <SelectField {...form.field('ground')} label={copy['moderate.ground']} choices={reasonChoices} />
      <TextArea {...form.field('text')} label={copy['operate.sanction.text']} rows={3} />
    </Form>
  );
}

/** Irreversible, so a sheet asks for confirmation. */
export function PersonWithdrawal({ detail: { person } }: { detail: PersonDetail }) {
  const client = useQueryClient();
  const sheet = useSheet('withdraw');
  // The sheet would cover the password prompt.
  const by = usePersonAct(person.id, { onAsked: sheet.close });
  async function withdraw(reason: string): Promise<void> {
    await call('POST /api/operate/people/{id}/withdrawal', { path: { id: person.id }, body: { reason } });
    client.removeQueries({ queryKey: foundKey });
    client.removeQueries(personQuery(person.id));
    navigate('/operate/people', { replace: true });
  }
  return (
    <Section id="withdrawal" title={copy['operate.withdraw']}>
      <p className={styles.note}>{copy['operate.withdraw.note']}</p>
      <Button look="plain" onClick={sheet.show}>
        {copy['operate.withdraw']}
      </Button>
      <Sheet title={fillCopy(copy['operate.withdraw.title'], { nickname: person.nickname })} sheet={sheet}>
        <div className={styles.sheet}>
          <p>{copy['operate.withdraw.sure']}</p>
          <ReasonForm
            name="withdraw-reason"
            submit={copy['operate.withdraw.submit']}
            by={by}
            act={withdraw}
          />
        </div>
      </Sheet>
    </Section>
  );
}
