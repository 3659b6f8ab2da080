import {
  dayAfter,
  isCafeteria,
  type MealMistake,
  mondayOf,
  type Offer,
  offerKey,
} from '@madang/contract/places/meals';
import { campusDay } from '@madang/contract/places/open-hours';
import { type LineKind, type ParsedMeals, parseMeals } from '@madang/contract/places/parse-meals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '../../components/form.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { type Pack, packQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { describeHours, describePrice, mealNames } from '../places/place-texts.ts';
import { reasonField } from './operate-parts.tsx';
import styles from './operate.module.css';
import { useCampusAct } from './use-operator-act.ts';

function cafeteriasOf({ amenities, buildings }: Pack) {
  const name = (buildingId: string) => buildings.find(({ id }) => id === buildingId)?.name ?? '';
  return amenities
    .filter(({ kind }) => isCafeteria(kind))
    .map(({ id, buildingId, spot }) => ({ value: id, label: `${name(buildingId)} ${spot}` }));
}

/** Renders a pasted week of a cafeteria; published once every line is parsed [ML-01]. */
export function MealsForm() {
  const { data: pack, error, refetch } = useQuery(packQuery);
  if (!pack) return error ? <Failure error={error} onRetry={refetch} /> : null;
  const cafeterias = cafeteriasOf(pack);
  return (
    <div className={styles.section}>
      {cafeterias.length === 0 ? (
        <p className={styles.empty}>{copy['operate.meals.none']}</p>
      ) : (
        <WeekForm cafeterias={cafeterias} />
      )}
    </div>
  );
}

type Cafeterias = ReturnType<typeof cafeteriasOf>;

/** Holds the typed and the checked text, and sends once both are equal. */
function useWeekForm(cafeterias: Cafeterias) {
  const monday = mondayOf(campusDay(useCampusClock()));
  const [looked, setLooked] = useState<{ text: string; monday: string } | null>(null);
  const { finish, refuse } = useCampusAct();
  const form = useForm({
    initial: {
      cafeteria: cafeterias[0]?.value ?? '',
      later: '0',
      meals: '',
      mealSource: '',
      mealsReason: '',
    },
    validate: ({ meals }) => ({ meals: meals.trim() === '' ? copy['operate.meals.empty'] : undefined }),
    async send({ cafeteria: amenityId, meals: text, mealSource: source, mealsReason: reason }) {
      if (!isReady) {
        setLooked({ text, monday: week });
        return;
      }
      await call('PUT /api/operate/meals/{amenityId}', {
        path: { amenityId },
        body: { monday: week, text, source, reason },
      });
      await finish();
      setLooked(null);
      form.set('meals', '');
    },
    onError(problem) {
      const { text, source: mealSource, reason: mealsReason } = refuse(problem);
      return { meals: text && copy['operate.meals.wrong'], mealSource, mealsReason };
    },
  });
  const week = dayAfter(monday, Number(form.values.later));
  const parsed = looked && parseMeals(looked.text, looked.monday);
  const isReady =
    parsed?.mistakes.length === 0 && looked?.text === form.values.meals && looked?.monday === week;
  return { form, monday, looked, parsed, isReady };
}

function WeekForm({ cafeterias }: { cafeterias: Cafeterias }) {
  const { form, monday, looked, parsed, isReady } = useWeekForm(cafeterias);
  return (
    <Form
      className={styles.form}
      form={form}
      submit={isReady ? copy['operate.meals.publish'] : copy['operate.meals.look']}
    >
      <SelectField
        {...form.field('cafeteria')}
        label={copy['operate.meals.cafeteria']}
        choices={cafeterias}
      />
      <SelectField
        {...form.field('later')}
        label={copy['operate.meals.week']}
        choices={[
          { value: '0', label: fillCopy(copy['operate.meals.week.this'], { day: monday }) },
          { value: '7', label: fillCopy(copy['operate.meals.week.next'], { day: dayAfter(monday, 7) }) },
        ]}
      />
      <TextArea
        {...form.field('meals')}
        label={copy['operate.meals.text']}
        note={copy['operate.meals.text.note']}
        rows={10}
      />
      {parsed ? <MealsPreview parsed={parsed} text={looked?.text ?? ''} /> : null}
      {isReady ? (
        <>
          <TextField {...form.field('mealSource')} label={copy['operate.meals.source']} />
          <TextField {...form.field('mealsReason')} {...reasonField} />
          <p className={styles.note}>{copy['operate.meals.publish.note']}</p>
        </>
      ) : null}
    </Form>
  );
}

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
  const others = listOthers(parsed, lines);
  const days = [...new Set([...offers, ...closed].map(({ day }) => day))].toSorted();
  return (
    <>
      {mistakes.length > 0 ? (
        <div role="alert">
          <h2 className={styles.heading}>
            {fillCopy(copy['operate.meals.mistakes'], { n: mistakes.length })}
          </h2>
          <ul className={styles.written}>
            {mistakes.map(({ line, code, text: cell }) => (
              <li key={`${line} ${code} ${cell}`}>
                {line === 0 ? reasons[code] : describeLine(line, cell, reasons[code])}
              </li>
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
                <li key={`${offer.line} ${offerKey(offer)}`}>
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
            {others.map(({ line, as, text: cell }, index) => (
              <li key={index}>{describeLine(line, cell, kinds[as])}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** Returns the lines without an offer, and the cells that are left out, by line. */
function listOthers({ lines, offers, omitted }: ParsedMeals, texts: readonly string[]) {
  const isListed = (line: number, as: LineKind) =>
    offers.some((offer) => offer.line === line) || omitted.some((one) => one.line === line && one.as === as);
  return [
    ...lines
      .filter(({ line, as }) => !isListed(line, as))
      .map(({ line, as }) => ({ line, as, text: texts[line - 1] ?? '' })),
    ...omitted,
  ].toSorted((one, other) => one.line - other.line);
}

const describeLine = (line: number, text: string, why: string): string =>
  fillCopy(copy['operate.meals.mistake'], {
    line,
    text: text.trim().slice(0, REPEATED),
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
