import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';

interface FormProps {
  form: { form: ComponentProps<'form'>; busy: boolean };
  /** Text of the button below the fields. */
  submit: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Form({ form, submit, className = 'flex-col gap-5 px-margin pb-8', children }: FormProps) {
  return (
    <form className={className} {...form.form}>
      {children}
      <Button type="submit" busy={form.busy}>
        {submit}
      </Button>
    </form>
  );
}
