import { parseMeals } from '@madang/contract/meals/parse-meals';
import { isMealDay, mondayOf, type Offer } from '@madang/contract/meals/rules';
import { normalizeText } from '@madang/contract/text/rules';
import { refuseFields } from '../../platform/http/problem.ts';
import { publishWeek } from '../meals/index.ts';
import type { ActionTarget, OperatorAction } from './operator-actions.ts';

interface Given extends ActionTarget {
  monday: string;
  text: string;
  source: string;
}
interface Read extends ActionTarget {
  monday: string;
  offers: (Offer & { source: string })[];
}

/** Puts the meals of a text in the place of those that a cafeteria, the target, had in a week [ML-01]. */
export const mealsPublish: OperatorAction<Given, Read> = {
  name: 'meals publish',
  detail: ({ monday }) => monday,
  read({ id, monday, text, source: said }) {
    const isMonday = isMealDay(monday) && mondayOf(monday) === monday;
    refuseFields({ monday: isMonday ? null : 'invalid' });
    const { offers, mistakes } = parseMeals(normalizeText(text), monday);
    const [first] = mistakes;
    const code =
      first && (first.code === 'tooLong' ? 'tooLong' : first.code === 'empty' ? 'required' : 'invalid');
    const source = normalizeText(said).replaceAll(/\s+/g, ' ').trim();
    refuseFields({ text: code ?? null, source: source.length > 80 ? 'tooLong' : null });
    return { id, monday, offers: offers.map(({ line: _, ...offer }) => ({ ...offer, source })) };
  },
  async work(transaction, { id, monday, offers }, { campus }) {
    const { timeZone } = campus.settings;
    const counts = await publishWeek(transaction, { amenityId: id, monday, timeZone }, offers);
    if (!counts) return 'missing';
    return counts.added + counts.changed + counts.removed > 0 ? 'done' : 'same';
  },
};
