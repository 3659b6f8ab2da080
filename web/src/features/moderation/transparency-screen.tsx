import type { Transparency } from '@madang/contract/moderation/schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask } from '../../lib/api.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { forEverybody } from '../session/session.ts';
import { reasonTexts } from './moderation-texts.ts';
import styles from './rights.module.css';

const transparencyQuery = queryOptions({
  queryKey: ['transparency'],
  ...ask('GET /api/transparency', undefined, ({ months }) => months),
  meta: forEverybody,
});

type Month = Transparency['months'][number];

const caseColumns = ['opened', 'hidden', 'upheld', 'restored', 'appealed'] as const;
const rightsColumns = ['received', 'declined', 'hidden', 'upheld', 'ended'] as const;
const columnTexts: Record<(typeof caseColumns)[number] | (typeof rightsColumns)[number], string> = {
  opened: copy['transparency.opened'],
  hidden: copy['transparency.hidden'],
  upheld: copy['transparency.upheld'],
  restored: copy['transparency.restored'],
  appealed: copy['transparency.appealed'],
  received: copy['transparency.opened'],
  declined: copy['transparency.declined'],
  ended: copy['transparency.ended'],
};

/** Renders the public number of cases by month and ground [MO-13]. */
export default function TransparencyScreen() {
  const { data, error, refetch } = useQuery(transparencyQuery);
  return (
    <Screen title={copy['transparency.title']} heading="shown">
      <p className={styles.lead}>{copy['transparency.lead']}</p>
      {data ? (
        data.length === 0 ? (
          <StateMessage picture="posts" text={copy['transparency.empty']} />
        ) : (
          data.map((month) => <MonthTables key={month.month} of={month} />)
        )
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Skeleton width="100%" height="240px" />
      )}
      <div className="flex-col gap-3 px-margin pb-8">
        <ButtonLink look="plain" to="/rights">
          {copy['rights.title']}
        </ButtonLink>
      </div>
    </Screen>
  );
}

function MonthTables({ of: { month, cases, rights } }: { of: Month }) {
  const [year, number] = month.split('-');
  const name = fillCopy(copy['transparency.month'], { year: year ?? '', month: Number(number) });
  return (
    <section className="px-margin pb-6" aria-label={name}>
      <h2 className="py-3 text-large font-bold">{name}</h2>
      {cases.length > 0 ? (
        <Table
          caption={copy['transparency.cases']}
          columns={caseColumns}
          rows={cases.map(({ ground, ...counts }) => ({ name: reasonTexts[ground], counts }))}
        />
      ) : null}
      {Object.values(rights).some((count) => count > 0) ? (
        <Table
          caption={copy['transparency.rights']}
          columns={rightsColumns}
          rows={[{ name: copy['transparency.requests'], counts: rights }]}
        />
      ) : null}
    </section>
  );
}

interface TableProps<Column extends keyof typeof columnTexts> {
  caption: string;
  columns: readonly Column[];
  rows: readonly { name: string; counts: Readonly<Record<Column, number>> }[];
}

function Table<Column extends keyof typeof columnTexts>({ caption, columns, rows }: TableProps<Column>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls sideways, so the keyboard must reach it.
    <div className={styles.scroll} role="group" aria-label={caption} tabIndex={0}>
      <table className={`w-full text-note tabular-nums ${styles.table}`}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{copy['transparency.ground']}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnTexts[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((column) => (
                <td key={column}>{counts[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
