import type { OwnData } from '../accounts/index.ts';

export const ownTickets: OwnData = {
  officialLists: {
    tickets: `
      SELECT joined_at AS at, ticket_id AS "ticketId", tickets.number, tickets.building_id AS "buildingId", tickets.kind,
             tickets.step, ticket_joins.fixed
        FROM ticket_joins JOIN tickets ON tickets.post_id = ticket_id JOIN posts ON posts.id = tickets.post_id
       WHERE user_id = $1 AND posts.deleted_at IS NULL`,
  },
};
