import type { MealMistake, Offer } from '@madang/contract/places/meals';
import type { LineKind, ParsedMeals } from '@madang/contract/places/parse-meals';
import { copy, fillCopy } from '../../copy.ko.ts';
import { describeHours, describePrice, mealNames } from '../places/place-texts.ts';
import styles from './operate.module.css';

/** Maximum characters quoted from a line. */
const REPEATED = 30;

const reasons: Readonly<Record<MealMistake, string>> = {
  tooLong: copy['operate.meals.tooLong'],
  tooManyLines: copy['operate.meals.tooManyLines'],
  empty: copy['operate.meals.empty'],
  noDay: copy['operate.meals.noDay'],
  noMeal: copy['operate.meals.noMeal'],
  unknownDay: copy['operate.meals.unknownDay'],
  otherWeek: copy['operate.meals.otherWeek'],
  unknownMeal: copy['operate.meals.unknownMeal'],
  hours: copy['operate.meals.badHours'],
  hoursPlace: copy['operate.meals.hoursPlace'],
  price: copy['operate.meals.badPrice'],
  cornerLong: copy['operate.meals.cornerLong'],
  dishLong: copy['operate.meals.dishLong'],
  cells: copy['operate.meals.cells'],
  prices: copy['operate.meals.prices'],
  closedWhat: copy['operate.meals.closedWhat'],
  twice: copy['operate.meals.twice'],
};

const kinds: Readonly<Record<LineKind, string>> = {
  day: copy['operate.meals.as.day'],
  meal: copy['operate.meals.as.meal'],
  corner: copy['operate.meals.as.corner'],
  dish: copy['operate.meals.as.dish'],
  price: copy['operate.meals.as.price'],
  note: copy['operate.meals.as.note'],
  closed: copy['operate.meals.closed'],
  skipped: copy['operate.meals.as.skipped'],
};

/** Renders unparsed lines with number and reason, then the parsed offers. No line is left out. */
export function MealsPreview({ parsed, text }: { parsed: ParsedMeals; text: string }) {
  const { offers, closed, mistakes } = parsed;
  const lines = text.split('\n');
  const others = parsed.lines.filter(({ line }) => offers.every((offer) => offer.line !== line));
  const days = [...new Set([...offers, ...closed].map(({ day }) => day))].toSorted();
  return (
    <>
      {mistakes.length > 0 ? (
        <div role="alert">
          <h2 className={styles.heading}>
            {fillCopy(copy['operate.meals.mistakes'], { n: mistakes.length })}
          </h2>
          <ul className={styles.written}>
            {mistakes.map(({ line, code }) => (
              <li key={line}>{line === 0 ? reasons[code] : describeLine(line, lines, reasons[code])}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {days.length > 0 ? <h2 className={styles.heading}>{copy['operate.meals.understood']}</h2> : null}
      {days.map((day) => (
        <div key={day}>
          <h3>{describeDay(day)}</h3>
          <ul className={styles.written}>
            {closed
              .filter((one) => one.day === day)
              .map(({ meal }) => (
                <li key={meal}>
                  {[...(meal ? [mealNames[meal]] : []), copy['operate.meals.closed']].join(' · ')}
                </li>
              ))}
            {offers
              .filter((one) => one.day === day)
              .map((offer) => (
                <li key={offer.line}>
                  {offer.dish}
                  <span className={styles.note}>{describeOffer(offer)}</span>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {others.length > 0 ? (
        <details>
          <summary>{fillCopy(copy['operate.meals.others'], { n: others.length })}</summary>
          <ul className={styles.written}>
            {others.map(({ line, as }) => (
              <li key={line}>{describeLine(line, lines, kinds[as])}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

const describeLine = (line: number, lines: readonly string[], why: string): string =>
  fillCopy(copy['operate.meals.mistake'], {
    line,
    text: (lines[line - 1] ?? '').trim().slice(0, REPEATED),
    why,
  });

const describeDay = (day: string): string =>
  new Date(day).toLocaleDateString('ko', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
  });

const describeOffer = (offer: Offer & { line: number }): string =>
  [
    mealNames[offer.meal],
    describeHours(offer),
    offer.corner,
    describePrice(offer.price),
    fillCopy(copy['operate.meals.line'], { line: offer.line }),
  ]
    .filter(Boolean)
    .join(' · ');
