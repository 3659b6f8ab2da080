import type { Campus } from '@madang/contract/campus/schema';
import type { ReactNode } from 'react';
import { copy } from '../copy.ko.ts';
import { describeAway, fillProblem } from '../parts/campus/problem-text.ts';
import { useAway } from '../platform/online.ts';
import { lateModule, useModule } from '../ui/use-module.ts';
import styles from './frame.module.css';

/** What the phone keeps: fetched when the first screen stands, since with a network nothing is read of it before. */
export const device = lateModule(() => import('./device/device.ts'));

/** Says why nothing comes, for as long as nothing does, and since when what is shown was seen. */
export function AwayLine({ campus, children }: { campus: Campus | undefined; children?: ReactNode }) {
  const away = useAway();
  const late = useModule(device, away !== null);
  if (!away || !campus) return null;
  return (
    <p className={styles.offline} role="status">
      {fillProblem(describeAway(away), campus)}{' '}
      {late ? (
        <late.Seen campus={campus} />
      ) : (
        <span className={styles.seen}>{copy['state.offline.seen']}</span>
      )}
      {children}
    </p>
  );
}
