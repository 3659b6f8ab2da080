export { mailLists } from './offices.actions.ts';
export {
  ALL,
  deleteOffice,
  listOffices,
  markRefused,
  putOffice,
  type OfficeTexts,
} from './offices.queries.ts';
export { askIfFixed, moveTicket } from './steps.actions.ts';
export type { TellOfTicket } from './tickets.actions.ts';
export { composeOfficeMail } from './tickets.mails.ts';
export { importTickets, listTicketRows } from './tickets.import.ts';
export { ownTickets } from './tickets.own.ts';
export { presentTicket } from './tickets.present.ts';
export {
  findTicketId,
  listEndedTickets,
  listMedians,
  listOpenTickets,
  putTicketBoard,
  type TicketRow,
} from './tickets.queries.ts';
export { registerTickets } from './tickets.routes.ts';
export { nameTicketPlace, titleOf } from './tickets.words.ts';
