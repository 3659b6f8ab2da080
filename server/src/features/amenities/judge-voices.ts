import { AGREEING } from '@madang/contract/amenities/rules';
import type { StudentsDays } from './amenities.queries.ts';

/** What one student says of an amenity now, as far as it counts: each has one voice. */
export interface Voice {
  userId: string;
  there: boolean;
  at: Date;
  /** The upload that shows what is said. */
  picture: string | null;
}

/** Since when a picture says that it is gone, and nobody else that it is there; null where none does. */
export function doubtedSince(voices: readonly Voice[]): Date | null {
  const doubts = voices.filter(
    ({ there, picture, at }) =>
      !there && picture !== null && !voices.some((other) => other.there && other.at >= at),
  );
  return doubts.reduce<Date | null>((first, { at }) => (first && first < at ? first : at), null);
}

/**
 * Both days of an amenity after a voice [PL-09]: so many students who agree change whether it is there; that it is there is known
 * from the day when somebody says so where nobody had shown otherwise.
 *
 * @param voices as they were before, and with the new one in the place of the student's former one.
 */
export function judgeVoices(
  days: StudentsDays,
  voices: { before: readonly Voice[]; after: readonly Voice[] },
  there: boolean,
  today: string,
): StudentsDays {
  const agree = voices.after.filter((voice) => voice.there === there).length >= AGREEING;
  if (days.gone !== '') return there && agree ? { confirmed: today, gone: '' } : days;
  if (!there) return agree ? { ...days, gone: today } : days;
  return doubtedSince(voices.before) ? days : { ...days, confirmed: today };
}

/** What became of an amenity, as the audit log names it; null where nothing did. */
export function nameChange(
  days: Record<'before' | 'after', StudentsDays>,
  doubted: Record<'before' | 'after', boolean>,
): string | null {
  if (days.before.gone !== days.after.gone) return days.after.gone ? 'gone' : 'back';
  if (days.before.confirmed !== days.after.confirmed) return 'confirmed';
  if (doubted.before !== doubted.after) return doubted.after ? 'doubted' : 'doubted no more';
  return null;
}
