import type { ReactNode } from 'react';
import { Screen } from '../campus/screen.tsx';
import { Button } from '../../components/button.tsx';
import type { useForm } from '../../lib/use-form.ts';
import styles from './mypage.module.css';

interface EditFormProps {
  title: string;
  lead?: string;
  submit: string;
  form: Pick<ReturnType<typeof useForm>, 'form' | 'busy'>;
  children: ReactNode;
}

/** Renders the common parts of the profile forms. */
export function EditForm({ title, lead, submit, form, children }: EditFormProps) {
  return (
    <Screen title={title} heading="shown">
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      <form className={styles.form} {...form.form}>
        {children}
        <Button type="submit" busy={form.busy}>
          {submit}
        </Button>
      </form>
    </Screen>
  );
}
