import type { TellOfTicket } from '../tickets/index.ts';
import { hears, reads, wants } from './notifications.queries.ts';

/**
 * Tells everybody who waits for a ticket of its step, or asks them whether it was fixed: one unread line each, the same one again
 * [NO-01]. Open pages hear of it by the database, also of what the operator's command or a job changes.
 */
export const tellOfTicket: TellOfTicket = async (transaction, ticketId, { asked, but }) => {
  await transaction.rows(
    `WITH line AS (
       INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, said, at)
       SELECT gen_random_uuid(), person.id, 'ticket', posts.id, posts.id, 1, CASE WHEN $2::boolean THEN 'asked' END, clock_timestamp()
         FROM ticket_joins JOIN posts ON posts.id = ticket_id JOIN users person ON person.id = ticket_joins.user_id
        WHERE ticket_id = $1 AND person.id IS DISTINCT FROM $3::uuid AND ${wants('ticket', 'person.id')}
          AND ${reads('person.id', 'posts.author_id')} AND ${hears('person.id', 'posts.id')}
        ORDER BY person.id FOR KEY SHARE OF person
       ON CONFLICT (user_id, kind, about_id) WHERE read_at IS NULL
       DO UPDATE SET said = excluded.said, things = 1, at = excluded.at
       RETURNING xmax = 0 AS made),
     counted AS (
       INSERT INTO analytics_events (kind, screen, at, count)
       SELECT 'lineMade', 'ticket', date_trunc('minute', now()), count(*) FROM line WHERE made HAVING count(*) > 0)
     SELECT pg_notify('madang_live', 'database inbox-post ' || $1::uuid)`,
    [ticketId, asked, but],
  );
};
