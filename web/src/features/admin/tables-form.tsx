import { PLACE_TABLES, type PlaceTable } from '@madang/contract/admin/rules';
import type { TableImport } from '@madang/contract/admin/campus-schema';
import { Sheet as SheetIcon } from 'lucide';
import { useState } from 'react';
import { Form } from '../../components/form.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { FileButton } from '../pictures/file-button.tsx';
import { reasonField } from './operate-parts.tsx';
import styles from './operate.module.css';
import { readSpreadsheet, SPREADSHEETS } from './spreadsheet.ts';
import { useCampusAct } from './use-operator-act.ts';

const names: Readonly<Record<PlaceTable, string>> = {
  amenities: copy['operate.tables.amenities'],
  hours: copy['operate.tables.hours'],
  rooms: copy['operate.tables.rooms'],
  timetable: copy['operate.tables.timetable'],
  holidays: copy['operate.tables.holidays'],
};
const choices = PLACE_TABLES.map((value) => ({ value, label: names[value] }));

interface Checked {
  /** Checked values: a later change needs another check. */
  key: string;
  answer: TableImport;
}

/** Sends the table for a preview, then again to replace the stored one. */
function useTableForm() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const { finish, refuse } = useCampusAct();
  const form = useForm({
    initial: { table: 'amenities' as PlaceTable, cells: '', first: '', last: '', tableReason: '' },
    validate: ({ cells }) => ({ cells: cells.trim() === '' ? copy['operate.tables.empty'] : undefined }),
    async send({ table, cells: text, first, last, tableReason: reason }) {
      const days = table === 'timetable' && { ...(first && { first }), ...(last && { last }) };
      const answer = await call('POST /api/operate/tables/{table}', {
        path: { table },
        body: { text, ...days, apply: isReady, reason },
      });
      if (!answer.applied) {
        setChecked({ key, answer });
        return;
      }
      await finish();
      setChecked(null);
      form.set('cells', '');
    },
    onError(error) {
      const { text, first, last, reason: tableReason } = refuse(error);
      return { cells: text && copy['operate.tables.long'], first, last, tableReason };
    },
  });
  const { table, cells, first, last } = form.values;
  const key = JSON.stringify([table, cells, first, last]);
  const answer = checked?.key === key ? checked.answer : null;
  const isReady = answer?.mistakeCount === 0;
  return { form, answer, isReady };
}

/** Renders the upload of a spreadsheet of places: checked first, then applied. */
export function TablesForm() {
  const { form, answer, isReady } = useTableForm();
  const { table } = form.values;

  async function choose([file]: File[]): Promise<void> {
    const text = file && (await readSpreadsheet(file));
    if (text) form.set('cells', text);
    else if (file) showToast(copy['operate.tables.unreadable']);
  }

  return (
    <div className={styles.section}>
      <Form
        className={styles.form}
        form={form}
        submit={isReady ? copy['operate.tables.apply'] : copy['operate.meals.look']}
      >
        <SelectField {...form.field('table')} label={copy['operate.tables.table']} choices={choices} />
        <p className={styles.note}>
          <a className="underline" href={`/api/operate/tables/${table}`} download={`${table}.tsv`}>
            {copy['operate.tables.download']}
          </a>
        </p>
        <FileButton
          label={copy['operate.tables.file']}
          icon={SheetIcon}
          accept={SPREADSHEETS}
          onChoose={(files) => void choose(files)}
        />
        <TextArea
          {...form.field('cells')}
          label={copy['operate.tables.cells']}
          note={copy['operate.tables.cells.note']}
          rows={8}
          wrap="off"
        />
        {table === 'timetable' ? (
          <>
            <TextField
              {...form.field('first')}
              type="date"
              label={copy['operate.tables.first']}
              note={copy['operate.tables.term.note']}
            />
            <TextField {...form.field('last')} type="date" label={copy['operate.tables.last']} />
          </>
        ) : null}
        {answer ? <TablePreview answer={answer} /> : null}
        {isReady ? (
          <>
            <TextField {...form.field('tableReason')} {...reasonField} />
            <p className={styles.note}>{copy['operate.tables.apply.note']}</p>
          </>
        ) : null}
      </Form>
    </div>
  );
}

/** How each column is filled in. */
const hints: Readonly<Record<string, string>> = {
  id: copy['operate.tables.hint.id'],
  building: copy['operate.tables.hint.building'],
  kind: copy['operate.tables.hint.kind'],
  floor: copy['operate.tables.hint.floor'],
  spot: copy['operate.tables.hint.line'],
  source: copy['operate.tables.hint.line'],
  name: copy['operate.tables.hint.line'],
  hours: copy['operate.tables.hint.hours'],
  stepFree: copy['operate.tables.hint.stepFree'],
  confirmed: copy['operate.tables.hint.day'],
  gone: copy['operate.tables.hint.day'],
  from: copy['operate.tables.hint.range'],
  to: copy['operate.tables.hint.range'],
  seats: copy['operate.tables.hint.seats'],
  room: copy['operate.tables.hint.room'],
  weekday: copy['operate.tables.hint.weekday'],
  first: copy['operate.tables.hint.term'],
  last: copy['operate.tables.hint.term'],
};

/** Renders the counts, then each row that was not understood or is skipped, with what its column needs. */
export function TablePreview({ answer }: { answer: TableImport }) {
  const { added, changed, removed, same, mistakes, mistakeCount, warnings, warningCount, kept } = answer;
  return (
    <>
      {mistakeCount > 0 ? (
        <div role="alert">
          <h2 className={styles.heading}>{fillCopy(copy['operate.tables.mistakes'], { n: mistakeCount })}</h2>
          <Remarks remarks={mistakes} />
        </div>
      ) : (
        <p role="status">{fillCopy(copy['operate.tables.counts'], { added, changed, removed, same })}</p>
      )}
      {warningCount > 0 ? (
        <>
          <h2 className={styles.heading}>{fillCopy(copy['operate.tables.warnings'], { n: warningCount })}</h2>
          <Remarks remarks={warnings} />
        </>
      ) : null}
      {kept.length > 0 ? (
        <p className={styles.note}>
          {fillCopy(copy['operate.tables.kept'], { ids: [...new Set(kept.map(({ id }) => id))].join(', ') })}
        </p>
      ) : null}
      {answer.preview.length > 0 ? (
        <details>
          <summary>{copy['operate.meals.understood']}</summary>
          <ul className={styles.written} lang="en">
            {answer.preview.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

function Remarks({ remarks }: { remarks: TableImport['mistakes'] }) {
  return (
    <ul className={styles.written}>
      {remarks.map(({ line, field, problem }, index) => (
        <li key={index}>
          <span>
            {[line !== null && fillCopy(copy['operate.meals.line'], { line }), field]
              .filter(Boolean)
              .concat((field !== null && hints[field]) || copy['operate.tables.hint.row'])
              .join(' · ')}
          </span>
          <span className={styles.note} lang="en">
            {problem}
          </span>
        </li>
      ))}
    </ul>
  );
}
