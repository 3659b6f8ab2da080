import { useRef } from 'react';
import { EmailField } from '../../components/field.tsx';

interface UniversityEmailFieldProps {
  name: string;
  label: string;
  note: string;
  value: string;
  error: string | undefined;
  /** Initial value: the university's part of the address [VA-02]. */
  start: string;
  onChange: (value: string) => void;
}

/** Renders a field starting with the university's domain, the cursor before it. */
export function UniversityEmailField({ start, value, onChange, ...rest }: UniversityEmailFieldProps) {
  const placed = useRef(false);
  return (
    <EmailField
      {...rest}
      value={value}
      onChange={(typed) => onChange(withoutSecondDomain(typed, start))}
      autoComplete="email"
      onFocus={({ currentTarget }) => {
        if (placed.current || value !== start) return;
        placed.current = true;
        // A tap sets its own cursor after the focus.
        requestAnimationFrame(() => currentTarget.value === start && currentTarget.setSelectionRange(0, 0));
      }}
    />
  );
}

/** Returns the address without the start value if a full address was typed before it. */
function withoutSecondDomain(typed: string, start: string): string {
  const front = typed.slice(0, -start.length);
  return typed.endsWith(start) && front.includes('@') ? front : typed;
}
