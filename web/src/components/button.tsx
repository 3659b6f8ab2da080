import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from '../lib/router.tsx';
import styles from './button.module.css';

/** Look of a button; `small` is for a line of text. */
type Look = 'main' | 'plain' | 'quiet' | 'small';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** True while sending: announced and shown, and presses do nothing. `disabled` would drop the focus. */
  busy?: boolean;
  children: ReactNode;
}

export function Button({
  look = 'main',
  busy = false,
  type = 'button',
  onClick,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      className={[styles.button, styles[look], className].filter(Boolean).join(' ')}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

interface ButtonLinkProps extends LinkProps {
  look?: Look;
}

export function ButtonLink({ look = 'main', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={`${styles.button} ${styles[look]}`} />;
}
