import { join } from 'node:path';
import { TICKET_BOARD, TICKET_KINDS, TICKET_STEPS, type TicketStep } from '@madang/contract/tickets/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../src/database/database.ts';
import { putTicketBoard, titleOf } from '../src/features/tickets/index.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { readArticles, readTextFile } from './text-file.ts';

/** Texts of offices for a step. */
const WORDS: Readonly<Record<TicketStep, string>> = {
  received: '',
  seen: '확인했습니다. 담당자가 가 보겠습니다.',
  repairing: '부품을 주문했습니다. 도착하는 대로 고치겠습니다.',
  fixed: '고쳤습니다. 알려 주셔서 고맙습니다.',
  refused: '건물 공사 계획에 있어 지금은 고칠 수 없습니다.',
};

/** Returns the steps up to this one. */
const wayTo = (step: TicketStep): TicketStep[] =>
  step === 'refused' ? ['refused'] : TICKET_STEPS.slice(1, TICKET_STEPS.indexOf(step) + 1);

/**
 * Returns the tickets of the demo world.
 *
 * @throws {Error} naming an unreadable line.
 */
export function readDemoTickets() {
  const file = readTextFile(join(serverFolder(), 'seed', 'content'), 'tickets.txt');
  return readArticles(file).map(({ title: building, more, body, line }) => {
    const [amenity = '', named = '', floor = '', spot = '', days = '', at = '', joined = ''] = more;
    const kind = TICKET_KINDS.find((one) => one === named) ?? file.fail(line, `${named} is no kind`);
    const step = TICKET_STEPS.find((one) => one === at) ?? file.fail(line, `${at} is no step`);
    return { building, amenity, kind, floor, spot, days: Number(days), step, joined: Number(joined), body };
  });
}

/** Adds tickets in each step with waiting students and two offices, visible at first sight [ED-03]. */
export async function plantTickets(transaction: Transaction): Promise<void> {
  await putTicketBoard(transaction);
  await transaction.change(
    `INSERT INTO offices (id, building_id, name, email, daily_hour, channel)
     SELECT 'all', NULL::text, '시설팀', 'facility@example.com', 9, ''
      UNION ALL SELECT id, id, '도서관 관리실', 'library@example.com', NULL, '' FROM buildings WHERE id = 'central-library'`,
  );
  const known = new Map(
    (await transaction.rows<{ id: string; name: string }>('SELECT id, name FROM buildings')).map(
      ({ id, name }) => [id, name],
    ),
  );
  for (const [index, ticket] of readDemoTickets().entries()) {
    const name = known.get(ticket.building);
    if (name !== undefined) await plantTicket(transaction, { ...ticket, number: index + 1, name });
  }
}

async function plantTicket(
  transaction: Transaction,
  ticket: ReturnType<typeof readDemoTickets>[number] & { number: number; name: string },
): Promise<void> {
  const { building, amenity, kind, floor, spot, days, step, joined, body, number, name } = ticket;
  const id = uuidv7();
  // The first demo account waits for every second one.
  await transaction.change(
    `WITH people AS (SELECT id, email LIKE 'demo@%' AS demo, row_number() OVER (ORDER BY md5(id::text || $1)) AS place
                       FROM accounts WHERE email NOT LIKE 'guest@%'),
          post AS (INSERT INTO posts (id, building_id, author_id, title, body, keywords, in_latest, created_at)
                   SELECT $1::uuid, $2, (SELECT id FROM people WHERE NOT demo ORDER BY place LIMIT 1), $3, $4, '{}', false,
                          now() - make_interval(days => $5)
                   RETURNING id, author_id, created_at),
          ticket AS (INSERT INTO tickets (post_id, number, building_id, amenity_id, kind, floor, spot, step, step_at, opened_at, known_at)
                     SELECT id, $6, $7, (SELECT id FROM amenities WHERE id = $8), $9, $10, $11, $12,
                            created_at + (now() - created_at) / 2, created_at, created_at + interval '5 minutes' FROM post
                     RETURNING post_id)
     INSERT INTO ticket_joins (ticket_id, user_id)
     SELECT post_id, people.id FROM ticket, people, post
      WHERE people.id = post.author_id OR people.place <= $13 AND NOT demo OR demo AND $6 % 2 = 0`,
    [
      id,
      TICKET_BOARD,
      titleOf({ kind, building_name: name, floor, spot }),
      body,
      days,
      number,
      building,
      amenity,
      kind,
      floor,
      spot,
      step,
      joined,
    ],
  );
  await transaction.change(
    `INSERT INTO ticket_steps (ticket_id, step, word, done_by, done_at)
     SELECT $1, done.step, done.word, 'office', opened_at + (step_at - opened_at) * done.place / $4
       FROM tickets, unnest($2::text[], $3::text[]) WITH ORDINALITY AS done (step, word, place) WHERE post_id = $1`,
    [id, wayTo(step), wayTo(step).map((one) => WORDS[one]), Math.max(1, wayTo(step).length)],
  );
}
