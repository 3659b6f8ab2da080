import type { Campus } from '@madang/contract/campus/schema';
import { copy } from '../copy.ko.ts';
import { useAway } from '../platform/online.ts';
import { lateModule, useModule } from '../ui/use-module.ts';
import styles from './frame.module.css';

/** What the phone keeps: fetched when the first screen stands, since with a network nothing is read of it before. */
export const device = lateModule(() => import('./device/device.ts'));

/** Says that nothing comes, for as long as nothing does; its words come late too. */
export function AwayLine({ campus }: { campus: Campus | undefined }) {
  const away = useAway();
  const late = useModule(device, away !== null);
  if (!away || !campus) return null;
  return (
    <p className={styles.offline} role="status">
      {late ? <late.AwayText away={away} campus={campus} /> : copy['state.offline']}
    </p>
  );
}
