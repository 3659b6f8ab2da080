import type { OperatedCampus } from '@madang/contract/admin/campus-schema';
import {
  BUILDING_INFO_MAX,
  BUILDING_NAME_MAX,
  buildingIdProblem,
  lineProblem,
  seatsProblem,
} from '@madang/contract/campus/rules';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { asTyped, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { useCampus } from '../campus/campus-context.ts';
import { useFieldText } from '../campus/field-text.ts';
import { reasonField } from './operate-parts.tsx';
import styles from './operate.module.css';
import { useCampusAct } from './use-operator-act.ts';

interface BuildingFormProps {
  building: OperatedCampus['buildings'][number] | null;
  onDone: () => void;
}

function useBuildingForm({ building, onDone }: BuildingFormProps) {
  const { categories } = useCampus();
  const { describeField } = useFieldText({});
  const { finish, refuse } = useCampusAct(onDone);
  const first = categories[0]?.name ?? '';
  const [initial] = useState(building ?? { id: '', name: '', category: first, info: '', seats: '' });
  const known = categories.map(({ name }) => ({ value: name, label: name }));
  // A building of a former category.
  const choices = known.some(({ value }) => value === initial.category)
    ? known
    : [{ value: initial.category, label: initial.category }, ...known];
  const form = useForm({
    initial: { ...initial, reason: '' },
    validate: ({ id, name, info, seats }) => ({
      id: building ? undefined : describeField(buildingIdProblem(id.trim())),
      name: describeField(lineProblem(name, BUILDING_NAME_MAX)),
      info: describeField(lineProblem(info, BUILDING_INFO_MAX)),
      seats: describeField(seatsProblem(seats.trim())),
    }),
    missing: copy['error.required'],
    async send({ reason, ...texts }) {
      if (building) {
        // Unchanged fields are not sent: another operator may have changed them.
        const changed = (field: 'name' | 'category' | 'info' | 'seats') =>
          texts[field] === initial[field] ? null : texts[field];
        const changes = {
          name: changed('name'),
          category: changed('category'),
          info: changed('info'),
          seats: changed('seats'),
        };
        if (Object.values(changes).every((text) => text === null)) return onDone();
        const body = { ...changes, reason };
        await call('PUT /api/operate/buildings/{buildingId}', { path: { buildingId: building.id }, body });
      } else await call('POST /api/operate/buildings', { body: { ...texts, reason } });
      await finish();
    },
    onError: (error) => refuse(error),
  });
  return { form, choices };
}

/** Renders a building's name, category, text and seat page, and the removal of an existing one. */
export function BuildingForm({ building, onDone }: BuildingFormProps) {
  const { form, choices } = useBuildingForm({ building, onDone });
  const info = form.field('info');
  return (
    <>
      <form className={styles.form} {...form.form}>
        {building ? null : (
          <TextField
            {...asTyped}
            {...form.field('id')}
            label={copy['operate.building.id']}
            note={copy['operate.building.id.note']}
          />
        )}
        <TextField {...form.field('name')} label={copy['operate.building.name']} />
        <SelectField
          {...form.field('category')}
          label={copy['operate.building.category']}
          choices={choices}
        />
        <TextArea
          {...info}
          rows={3}
          label={copy['operate.building.info']}
          // Pasted text becomes one line.
          onChange={(text) => info.onChange(text.replaceAll(/\s*\n/g, ' '))}
        />
        <TextField
          {...asTyped}
          {...form.field('seats')}
          inputMode="url"
          label={copy['operate.building.seats']}
          note={copy['operate.building.seats.note']}
        />
        <TextField {...form.field('reason')} {...reasonField} />
        <Button type="submit" busy={form.busy}>
          {building ? copy['operate.change'] : copy['operate.building.add']}
        </Button>
        {building ? null : (
          <Button look="quiet" onClick={onDone}>
            {copy['action.close']}
          </Button>
        )}
      </form>
      {building ? <BuildingRemoval building={building} reason={form.values.reason} onDone={onDone} /> : null}
    </>
  );
}

function BuildingRemoval({
  building: { id, name },
  reason,
  onDone,
}: {
  building: OperatedCampus['buildings'][number];
  reason: string;
  onDone: () => void;
}) {
  const [sure, setSure] = useState(false);
  const { busy, act } = useCampusAct(onDone);
  const remove = (): void =>
    act(() =>
      call('POST /api/operate/buildings/{buildingId}/removal', {
        path: { buildingId: id },
        body: { reason },
      }),
    );
  return (
    <div className={styles.form}>
      {sure ? <p role="status">{fillCopy(copy['operate.building.remove.sure'], { name })}</p> : null}
      <Button look="plain" busy={busy} onClick={() => (sure ? remove() : setSure(true))}>
        {sure ? copy['operate.building.remove.submit'] : copy['operate.building.remove']}
      </Button>
    </div>
  );
}
