import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { ageInDays } from '@madang/contract/tickets/rules';
import { KIND_WORDS, STEP_WORDS } from '@madang/contract/tickets/words';
import type { Executor } from '../../platform/database/database.ts';
import { addDays } from '../analytics/index.ts';
import { listBuildings } from '../campus/index.ts';
import { listUnfoundTerms } from '../search/index.ts';
import {
  listEndedTickets,
  listMedians,
  listOpenTickets,
  nameTicketPlace,
  type TicketRow,
} from '../tickets/index.ts';

/** Days of a week. */
const WEEK = 7;
/** So many rows of each part fit on one sheet of A4. */
const ROWS = { open: 20, medians: 10, fixed: 10, unfound: 8 } as const;

/** A part of the sheet: rows of words, and how many more there are. */
export interface SheetPart {
  name: keyof typeof ROWS;
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  more: number;
}

/** The last week of tickets for the council [TK-05]: numbers and places, nothing of any student. */
export interface TicketSheet {
  /** `YYYY-MM-DD`, days of the campus. */
  from: string;
  to: string;
  parts: readonly SheetPart[];
}

export async function readTicketSheet(executor: Executor, timeZone: string): Promise<TicketSheet> {
  const dayOf = (at: Date) => campusDay(campusClock(at.getTime(), timeZone));
  const to = dayOf(new Date());
  const from = addDays(to, 1 - WEEK);
  const names = new Map((await listBuildings(executor)).map(({ id, name }) => [id, name]));
  const part = (
    name: SheetPart['name'],
    title: string,
    columns: readonly string[],
    rows: readonly string[][],
  ) => ({
    name,
    title: `${title} ${rows.length}건`,
    columns,
    rows: rows.slice(0, ROWS[name]),
    more: Math.max(0, rows.length - ROWS[name]),
  });
  const what = (row: TicketRow) => [`${row.number}번`, nameTicketPlace(row), KIND_WORDS[row.kind]];
  const open = (await listOpenTickets(executor)).map((row) => [
    ...what(row),
    STEP_WORDS[row.step],
    `${ageInDays(dayOf(row.opened_at), to)}일째`,
    `${row.joined}명`,
  ]);
  const medians = (await listMedians(executor)).map(({ buildingId, kind, days, n }) => [
    names.get(buildingId) ?? buildingId,
    KIND_WORDS[kind],
    `${days}일`,
    `${n}건`,
  ]);
  const fixed = (await listEndedTickets(executor, WEEK))
    .filter(({ step }) => step === 'fixed')
    .map((row) => [...what(row), `${ageInDays(dayOf(row.opened_at), dayOf(row.step_at))}일째`]);
  return {
    from,
    to,
    parts: [
      part('open', '아직 고치지 않은 고장', ['번호', '장소', '고장', '단계', '기간', '기다림'], open),
      part('medians', '고치는 데 걸린 날(중앙값)', ['건물', '고장', '걸린 날', '건수'], medians),
      part('fixed', '이번 주에 고친 고장', ['번호', '장소', '고장', '걸린 기간'], fixed),
      part('unfound', '찾았지만 없던 검색어', ['검색어', '학생'], await countUnfound(executor, from, to)),
    ],
  };
}

/** What five students and more searched on a day of these, with all who did. */
async function countUnfound(executor: Executor, from: string, to: string): Promise<string[][]> {
  const counts = new Map<string, number>();
  for (const { term, students } of await listUnfoundTerms(executor, from, to))
    counts.set(term, (counts.get(term) ?? 0) + students);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([term, count]) => [term, `${count}명`]);
}
