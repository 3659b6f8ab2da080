import type { IconNode } from 'lucide';
import { type ButtonHTMLAttributes, type ComponentProps, createElement, type ReactNode } from 'react';
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

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={[styles.iconButton, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  );
}

interface IconProps {
  of: IconNode;
  size?: number;
  filled?: boolean;
}

/** Renders an icon that grows with the text; the surrounding control carries the name. */
export function Icon({ of: shapes, size = 24, filled = false }: IconProps) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
    >
      {shapes.map(([tag, attributes], place) => createElement(tag, { ...attributes, key: place }))}
    </svg>
  );
}
