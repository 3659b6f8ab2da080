import type { Campus } from '@madang/contract/campus/schema';
import { copy } from '../copy.ko.ts';
import { useAway } from '../lib/online.ts';
import { lateModule, useModule } from '../lib/use-module.ts';
import styles from './frame.module.css';

/** Offline cache, loaded after the first screen, as nothing reads it before. */
export const device = lateModule(() => import('./offline/device.ts'));

/** Renders why the server is unreachable; its texts load lazily. */
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
