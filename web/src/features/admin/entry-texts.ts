import type { EntryKind } from '@madang/contract/admin/rules';
import type { Entry } from '@madang/contract/admin/schema';
import { formatDateTime } from '@madang/contract/time/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

export const kindTexts: Record<EntryKind, string> = {
  event: copy['operate.bulletin.event'],
  notice: copy['operate.bulletin.notice'],
  'facility-notice': copy['operate.bulletin.facility'],
};

export const newTexts: Record<EntryKind, string> = {
  event: copy['operate.bulletin.new.event'],
  notice: copy['operate.bulletin.new.notice'],
  'facility-notice': copy['operate.bulletin.new.facility'],
};

const stateTexts: Record<Entry['state'], string> = {
  planned: copy['operate.bulletin.planned'],
  shown: copy['operate.bulletin.shown'],
  ended: copy['operate.bulletin.ended'],
  withdrawn: copy['operate.bulletin.withdrawn'],
};

/** Returns state, begin and end of an entry as text, in campus time. */
export function describeEntry({ state, beginsAt, shownAt, endsAt }: Entry, timeZone: string): string {
  const say = (text: string, instant: string | null): string[] =>
    instant === null ? [] : [fillCopy(text, { time: formatDateTime(new Date(instant), timeZone) })];
  return [
    stateTexts[state],
    ...(state === 'planned' ? say(copy['operate.bulletin.begins'], beginsAt) : []),
    ...say(copy['operate.bulletin.since'], shownAt),
    ...(state === 'withdrawn' ? [] : say(copy['operate.bulletin.ends'], endsAt)),
  ].join(' · ');
}
