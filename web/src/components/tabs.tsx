import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './tabs.module.css';

interface TabItem<Value extends string> {
  value: Value;
  label: string;
}

interface TabsProps<Value extends string> {
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** `line` for two or three equal tabs, `pill` for a row that may scroll. */
  look?: 'line' | 'pill';
  children: ReactNode;
}

/** Renders the ARIA tabs pattern with automatic activation: arrows, Home and End move and select. */
export function Tabs<Value extends string>({
  label,
  items,
  value,
  onChange,
  look = 'line',
  children,
}: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function moveFocus(event: KeyboardEvent): void {
    const current = items.findIndex((item) => item.value === value);
    const steps: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: items.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (step + items.length) % items.length;
    const item = items[index];
    if (item) onChange(item.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles[look]}>
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-${item.value}`}
            aria-selected={item.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.value === value ? 0 : -1}
            className={`text-faint font-semibold relative whitespace-nowrap ${styles.tab}`}
            onClick={() => onChange(item.value)}
            onKeyDown={moveFocus}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
