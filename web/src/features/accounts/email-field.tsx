import { useRef } from 'react';
import { TextField } from '../../ui/text-field.tsx';

interface EmailFieldProps {
  name: string;
  label: string;
  note: string;
  value: string;
  error: string | undefined;
  /** What the field holds before anything is typed: the university's part of the address [VA-02]. */
  start: string;
  onChange: (value: string) => void;
}

/** Starts with the university's domain and the cursor in front of it. */
export function EmailField({ start, value, ...rest }: EmailFieldProps) {
  const placed = useRef(false);
  return (
    <TextField
      {...rest}
      value={value}
      // Not type=email: it has no cursor to place, and would refuse the start value in its own words.
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onFocus={({ currentTarget }) => {
        if (placed.current || value !== start) return;
        placed.current = true;
        // A tap sets its own cursor after the focus.
        requestAnimationFrame(() => currentTarget.value === start && currentTarget.setSelectionRange(0, 0));
      }}
    />
  );
}
