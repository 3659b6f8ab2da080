import type { Pin } from '@madang/contract/campus/schema';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical, Star } from 'lucide';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { putPins, readPins } from '../session/pins.ts';
import { Icon, IconButton } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useDragOrder } from '../../lib/use-drag-order.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import styles from './pins.module.css';

interface PinSheetProps {
  open: boolean;
  onClose: () => void;
}

/** Reorders and removes pinned buildings [EV-01]. Each change is stored immediately. */
export function PinSheet({ open, onClose }: PinSheetProps) {
  return (
    <Sheet title={copy['pins.edit.title']} sheet={{ open, close: onClose }}>
      <Rows />
    </Sheet>
  );
}

/** A removed building stays until the sheet closes: it can be restored, and nothing moves under the finger. */
function useRows() {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const [rows, setRows] = useState<readonly Pin[]>(() => readPins(client));
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  /** Announces the new position of a building. */
  const [moved, setMoved] = useState('');

  async function put(next: readonly Pin[], without: ReadonlySet<string>): Promise<void> {
    setRows(next);
    setOff(without);
    try {
      await putPins(
        client,
        next.filter(({ id }) => !without.has(id)),
      );
    } catch (error) {
      showToast(describeError(error));
      setRows(readPins(client));
      setOff(new Set());
    }
  }

  function move(id: string, place: number): void {
    const row = rows.find((pin) => pin.id === id);
    if (!row || place < 0 || place >= rows.length) return;
    const next = rows.filter((pin) => pin !== row).toSpliced(place, 0, row);
    setMoved(fillCopy(copy['pins.moved'], { name: row.name, n: place + 1, total: rows.length }));
    void put(next, off);
  }

  function toggle(id: string): void {
    const without = new Set(off);
    if (!without.delete(id)) without.add(id);
    void put(rows, without);
  }

  return { rows, off, moved, move, toggle };
}

function Rows() {
  const { rows, off, moved, move, toggle } = useRows();
  const drag = useDragOrder(move);
  return (
    <>
      <p className="text-soft text-note pb-2">{copy['pins.edit.note']}</p>
      <ol className="divide-y" {...drag.list}>
        {rows.map(({ id, name }, place) => (
          <li key={id} className={`row flex-wrap ${styles.sheetRow}`} data-key={id}>
            <span className={`row justify-center text-idle ${styles.grip}`} {...drag.item(id)}>
              <Icon of={GripVertical} size={20} />
            </span>
            <span className={`min-w-0 wrap-anywhere ${styles.sheetName}`}>{name}</span>
            {/* At the end they stay there: one that has the focus keeps it. */}
            <IconButton
              label={fillCopy(copy['pins.up'], { name })}
              aria-disabled={place === 0}
              onClick={() => move(id, place - 1)}
            >
              <Icon of={ArrowUp} size={20} />
            </IconButton>
            <IconButton
              label={fillCopy(copy['pins.down'], { name })}
              aria-disabled={place === rows.length - 1}
              onClick={() => move(id, place + 1)}
            >
              <Icon of={ArrowDown} size={20} />
            </IconButton>
            <IconButton
              label={fillCopy(copy['pins.keep'], { name })}
              className={styles.star}
              aria-pressed={!off.has(id)}
              onClick={() => toggle(id)}
            >
              <Icon of={Star} size={20} filled={!off.has(id)} />
            </IconButton>
          </li>
        ))}
      </ol>
      <div role="status">
        <VisuallyHidden>{moved}</VisuallyHidden>
      </div>
    </>
  );
}
