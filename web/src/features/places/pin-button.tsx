import type { Building } from '@madang/contract/campus/schema';
import { PINS_MAX } from '@madang/contract/campus/rules';
import { useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { useAction } from '../campus/use-action.ts';
import { putPins } from '../session/pins.ts';
import { useSession } from '../session/session.ts';
import { Icon, IconButton } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import styles from './pin-button.module.css';

/** Renders a button that pins the building to home or unpins it; filled if pinned [EV-01]. */
export function PinButton({ building: { id, name, picture } }: { building: Building }) {
  const client = useQueryClient();
  const { pins = [] } = useSession();
  const pinned = pins.some((pin) => pin.id === id);
  const { onClick } = useAction(async () => {
    if (!pinned && pins.length >= PINS_MAX) return showToast(copy['pins.full']);
    const others = pins.filter((pin) => pin.id !== id);
    await putPins(client, pinned ? others : [...others, { id, name, picture }]);
    if (!pinned) showToast(copy['pins.added']);
  });
  return (
    <IconButton label={copy['pins.add']} className={styles.star} aria-pressed={pinned} onClick={onClick}>
      <Icon of={Star} filled={pinned} />
    </IconButton>
  );
}
