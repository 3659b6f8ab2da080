export {
  ALL,
  deleteOffice,
  listOffices,
  mailLists,
  markRefused,
  type OfficeTexts,
  putOffice,
} from './offices.ts';
export { askIfFixed, composeOfficeMail, moveTicket } from './steps.ts';
export { nameTicketPlace, presentTicket, type NotifyOfTicket, titleOf } from './tickets.ts';
export { listTicketRows, TICKET_COLUMNS } from './documents.ts';
export { ownTickets } from './user-data.ts';
export {
  findTicketId,
  listEndedTickets,
  listMedians,
  listOpenTickets,
  putTicketBoard,
  type TicketRow,
} from './ticket-rows.ts';
export { registerTickets } from './routes.ts';
