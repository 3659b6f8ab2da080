import { writeTable } from '@madang/campus/table';
import { GIVEN_STEPS, WORD_MAX } from '@madang/contract/tickets/rules';
import { Argument, type Command } from 'commander';
import { officesRemove, officesSet, ticketsStep } from '../../features/admin/index.ts';
import {
  findTicketId,
  listOffices,
  listOpenTickets,
  listTicketRows,
  nameTicketPlace,
  TICKET_COLUMNS,
} from '../../features/tickets/index.ts';
import { addAction, addList, type Run } from '../actions.ts';
import { addExport } from '../add-file-commands.ts';
import { missing } from '../terminal.ts';

/** Adds `tickets` and `offices`: defects and the offices that repair them [TK-02, TK-04]. */
export function addTicketCommands(program: Command, run: Run): void {
  const tickets = program.command('tickets').description('defects that students reported');
  addExport(tickets, run, async (executor) => writeTable(TICKET_COLUMNS, await listTicketRows(executor)));
  addList(tickets, run, {
    about: 'lists open tickets, oldest first',
    columns: {
      number: 'number',
      place: 'place',
      kind: 'kind',
      step: 'step',
      opened: 'opened',
      known: 'known',
      joined: 'joined',
    },
    read: async ({ database }) =>
      (await listOpenTickets(database)).map((row) => ({
        number: row.number,
        place: nameTicketPlace(row),
        kind: row.kind,
        step: row.step,
        opened: row.opened_at,
        known: row.known_at ?? '',
        joined: row.joined,
      })),
  });
  addAction(tickets, run, ticketsStep, {
    what: 'ticket',
    arguments: [new Argument('<number>')],
    find: async (named, what, { database }) => {
      const id = /^\d{1,9}$/.test(named) ? await findTicketId(database, Number(named)) : undefined;
      if (id === undefined) throw missing(what, named);
      return id;
    },
    about: 'moves a ticket to a later step and notifies its students',
    required: { '--step <step>': GIVEN_STEPS.join(', '), '--word <text>': 'text for the students' },
    example: "12 --step repairing --word '부품을 주문했습니다'",
    done: ({ step }) => `is at the step ${step}`,
    refusals: {
      'step unknown': `the step is one of ${GIVEN_STEPS.join(', ')}`,
      'word required': 'the word must not be empty',
      'word tooLong': `the word is longer than ${WORD_MAX} characters`,
      'ticket.step': 'it is at this step, at a later one, or has ended',
    },
  });
  addOfficeCommands(program, run);
}

function addOfficeCommands(program: Command, run: Run): void {
  const parent = program.command('offices').description('offices that repair');
  const target = {
    what: 'office',
    arguments: [new Argument('<building>', 'its id, or all for buildings without their own office')],
  };
  addList(parent, run, {
    about:
      'lists offices; refused: last rejection by the mail server; silent: tickets without a step for a week',
    columns: {
      id: 'id',
      name: 'name',
      email: 'email',
      hour: 'hour',
      channel: 'channel',
      refused: 'refused',
      silent: 'silent',
    },
    read: async ({ database }) =>
      (await listOffices(database)).map(({ daily_hour, refused_at, ...office }) => ({
        ...office,
        hour: daily_hour ?? '',
        refused: refused_at ?? '',
      })),
  });
  addAction(parent, run, officesSet, {
    ...target,
    about: 'sets the office of a building, with an e-mail address, a channel, or both',
    required: { '--name <text>': 'the name that students see' },
    options: {
      '--email <address>': 'address for tickets; students never see it',
      '--daily-hour <hour>': 'one list per day at this hour, 0 to 23, instead of a mail per ticket',
      '--channel <address>': 'https://…, the office’s own page for reports',
    },
    example: "all --name '시설팀' --email facility@korea.ac.kr --daily-hour 9",
    done: 'is there',
    already: 'is unchanged',
    refusals: {
      'resource.missing': ({ id }) => `there is no building "${id}"`,
      'email email.required': 'give --email or --channel',
      'email email.pattern': 'the e-mail must be one plain address',
      'dailyHour invalid': 'the hour is a number from 0 to 23',
      'channel invalid': 'the channel must begin with https://',
    },
  });
  addAction(parent, run, officesRemove, {
    ...target,
    about: 'deletes an office and its waiting mails; its tickets remain',
    example: "all --reason '시설팀 이전'",
    done: 'is gone',
  });
}
