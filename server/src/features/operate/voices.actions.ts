import { CROWDS, periodsWithin, type Crowd } from '@madang/contract/voices/rules';
import { refuseFields } from '../../platform/http/problem.ts';
import { lockBuilding } from '../campus/index.ts';
import { periodsOf, plantUsual, setMuted } from '../voices/index.ts';
import type { ActionTarget, OperatorAction } from './operator-actions.ts';

/** Takes no voices of a place, or takes them again; those that are there are not shown meanwhile [PL-04]. */
const muting = (name: string, muted: boolean): OperatorAction<ActionTarget> => ({
  name,
  async work(transaction, { id }) {
    if ((await lockBuilding(transaction, id))?.kind !== 'building') return 'missing';
    return (await setMuted(transaction, id, muted)) ? 'done' : 'same';
  },
});

export const voicesMute = muting('voices mute', true);
export const voicesUnmute = muting('voices unmute', false);

interface Planting extends ActionTarget {
  crowd: Crowd | null;
  hours: string;
  periods: { weekday: number; period: number }[];
}

/** Says what is usual at a place, until ten voices say it; `none` takes that back [PL-06]. */
export const voicesPlant: OperatorAction<ActionTarget & { crowd: string; hours: string }, Planting> = {
  name: 'voices plant',
  detail: ({ hours, crowd }) => `${hours} ${crowd ?? 'none'}`,
  read({ id, crowd: said, hours }, { campus }) {
    const crowd = CROWDS.find((one) => one === said) ?? null;
    const periods = periodsWithin(hours, periodsOf(campus)) ?? [];
    refuseFields({
      crowd: crowd || said === 'none' ? null : 'invalid',
      hours: periods.length > 0 ? null : 'invalid',
    });
    return { id, crowd, hours, periods };
  },
  async work(transaction, { id, crowd, periods }) {
    if ((await lockBuilding(transaction, id))?.kind !== 'building') return 'missing';
    return (await plantUsual(transaction, id, crowd, periods)) > 0 ? 'done' : 'same';
  },
};
