import { type NumberKind, NUMBERS } from '@madang/contract/admin/rules';
import type { Numbers } from '@madang/contract/admin/schema';
import { queryOptions } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask } from '../../lib/api.ts';
import { StaffScreen } from '../moderation/staff.tsx';
import { Section } from './operate-parts.tsx';
import styles from './operate.module.css';

const numbersQuery = queryOptions({
  queryKey: ['operate', 'numbers'],
  ...ask('GET /api/operate/numbers', undefined, ({ days }) => days),
  staleTime: 60_000,
});

const titles: Record<NumberKind, string> = {
  person: copy['operate.numbers.person'],
  signUp: copy['operate.numbers.signUp'],
  post: copy['operate.numbers.post'],
  reply: copy['operate.numbers.reply'],
  search: copy['operate.numbers.search'],
  lineMade: copy['operate.numbers.lineMade'],
  lineOpened: copy['operate.numbers.lineOpened'],
  pushMade: copy['operate.numbers.pushMade'],
  pushSent: copy['operate.numbers.pushSent'],
  pushOpened: copy['operate.numbers.pushOpened'],
  pushRefused: copy['operate.numbers.pushRefused'],
  case: copy['operate.numbers.case'],
  mail: copy['operate.numbers.mail'],
  error: copy['operate.numbers.error'],
};

/** Renders daily counts of the last 90 days as plots and as tables [MO-16]. */
export default function NumbersScreen() {
  return (
    <StaffScreen title={copy['operate.numbers']} operator query={numbersQuery} wide="columns">
      {(days) => (
        <>
          <p className="px-margin text-soft text-note">{copy['operate.numbers.lead']}</p>
          {NUMBERS.map((kind) => (
            <Figure key={kind} kind={kind} days={days} />
          ))}
        </>
      )}
    </StaffScreen>
  );
}

function Figure({ kind, days }: { kind: NumberKind; days: Numbers['days'] }) {
  const title = titles[kind];
  const total = days.reduce((sum, { counts }) => sum + (counts[kind] ?? 0), 0);
  const today = days.at(-1)?.counts[kind] ?? 0;
  return (
    <Section id={`number-${kind}`} title={title}>
      <p className={styles.note}>{fillCopy(copy['operate.numbers.sums'], { total, today })}</p>
      <img
        className={styles.plot}
        src={`/api/operate/numbers/${kind}/plot`}
        alt={fillCopy(copy['operate.numbers.plot'], { title })}
        width={640}
        height={220}
        loading="lazy"
      />
      <details>
        <summary className={styles.summary}>{fillCopy(copy['operate.numbers.table'], { title })}</summary>
        <table className={`w-full tabular-nums ${styles.table}`}>
          <caption className={styles.caption}>{fillCopy(copy['operate.numbers.table'], { title })}</caption>
          <thead>
            <tr>
              <th scope="col">{copy['operate.numbers.day']}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, counts }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{counts[kind] ?? 0}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Section>
  );
}
