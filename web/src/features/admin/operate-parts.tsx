import type { Role } from '@madang/contract/admin/rules';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import styles from './operate.module.css';
import type { Act, OperatorAct } from './use-operator-act.ts';

interface SectionProps {
  /** Id of the heading, which labels the section. */
  id: string;
  title: string;
  /** `list` for edge-to-edge rows. */
  look?: 'section' | 'list';
  className?: string | undefined;
  children: ReactNode;
}

export function Section({ id, title, look = 'section', className = '', children }: SectionProps) {
  return (
    <section className={`${styles[look]} ${className}`} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Renders name and value at the ends of a line; large text wraps the value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={`flex flex-wrap justify-between ${styles.fact}`}>
      <dt className="text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Texts of a form's field for the reason. */
export const reasonField = { label: copy['operate.reason'], note: copy['operate.reason.free'] };

interface OpenButtonProps {
  open: boolean;
  label: string;
  /** Text of the closed button. */
  text: string;
  onToggle: (open: boolean) => void;
}

export function OpenButton({ open, label, text, onToggle }: OpenButtonProps) {
  return (
    <Button look="quiet" aria-expanded={open} aria-label={label} onClick={() => onToggle(!open)}>
      {open ? copy['action.close'] : text}
    </Button>
  );
}

interface ReasonFormProps {
  name: string;
  note?: string;
  submit: string;
  by: OperatorAct;
  act: (reason: string) => ReturnType<Act>;
}

export function ReasonForm({ name, note, submit, by, act }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  return (
    <>
      <TextField name={name} label={copy['operate.reason']} note={note} value={reason} onChange={setReason} />
      <Button busy={by.busy} onClick={() => by.act(() => act(reason))}>
        {submit}
      </Button>
    </>
  );
}

export function roleName(role: Role, board: { name: string } | null): string {
  return role === 'operator'
    ? copy['operate.role.operator']
    : fillCopy(copy['operate.role.moderator'], { board: board?.name ?? '' });
}

export type Choices = readonly { value: string; label: string }[];

/** Returns the choices of a select field. An entry without an id is selected by name. */
export const choicesOf = (rows: readonly { id?: string; name: string }[]): Choices =>
  rows.map(({ id, name }) => ({ value: id ?? name, label: name }));
