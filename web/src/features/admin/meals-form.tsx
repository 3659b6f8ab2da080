import { campusDay } from '@madang/contract/places/open-hours';
import { dayAfter, isCafeteria, mondayOf } from '@madang/contract/places/meals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { type Pack, packQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { useForm } from '../../lib/use-form.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import styles from './operate.module.css';
import { useCampusAct } from './use-operator-act.ts';

/** The parser loads while the user pastes. */
const late = lazyModule(() => import('./meals-reading.ts'));

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
  const reading = useModule(late);
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
  const parsed = looked && reading?.parseMeals(looked.text, looked.monday);
  const isReady =
    parsed?.mistakes.length === 0 && looked?.text === form.values.meals && looked?.monday === week;
  return { form, monday, looked, parsed, reading, isReady };
}

function WeekForm({ cafeterias }: { cafeterias: Cafeterias }) {
  const { form, monday, looked, parsed, reading, isReady } = useWeekForm(cafeterias);
  return (
    <form className={styles.form} {...form.form}>
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
      {reading && parsed ? <reading.MealsPreview parsed={parsed} text={looked?.text ?? ''} /> : null}
      {isReady ? (
        <>
          <TextField {...form.field('mealSource')} label={copy['operate.meals.source']} />
          <TextField
            {...form.field('mealsReason')}
            label={copy['operate.reason']}
            note={copy['operate.reason.free']}
          />
          <p className={styles.note}>{copy['operate.meals.publish.note']}</p>
        </>
      ) : null}
      <Button type="submit" busy={form.busy}>
        {isReady ? copy['operate.meals.publish'] : copy['operate.meals.look']}
      </Button>
    </form>
  );
}
