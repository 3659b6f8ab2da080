import { emailProblem, normalizeEmail } from '@madang/contract/accounts/rules';
import type { FieldCode } from '@madang/contract/errors';
import { OFFICE_FIELD_MAX } from '@madang/contract/operate/rules';
import { countCodePoints, isBlank, normalizeText } from '@madang/contract/text/rules';
import { GIVEN_STEPS, type GivenStep } from '@madang/contract/tickets/rules';
import { refuseFields } from '../../platform/http/problem.ts';
import { findBoard } from '../campus/index.ts';
import { tellOfTicket } from '../notifications/index.ts';
import { ALL, deleteOffice, listOffices, moveTicket, putOffice, type OfficeTexts } from '../tickets/index.ts';
import type { ActionTarget, OperatorAction } from './operator-actions.ts';

interface GivenMove extends ActionTarget {
  step: string;
  word: string;
}

/** Moves a ticket to a later step, with a word to those who wait for it [TK-02]. */
export const ticketsStep: OperatorAction<GivenMove, ActionTarget & { step: GivenStep; word: string }> = {
  name: 'tickets step',
  detail: ({ step }) => step,
  read({ id, step: given, word }) {
    const step = GIVEN_STEPS.find((one) => one === given);
    refuseFields({ step: step ? null : 'unknown' });
    return { id, step: step ?? 'seen', word };
  },
  async work(transaction, { id, step, word }, { actorId }) {
    await moveTicket(transaction, tellOfTicket, id, { step, word, by: 'operator', actorId });
    return 'done';
  },
};

/** An office as it is given: the target is its building, or `all`. */
interface GivenOffice extends ActionTarget {
  name: string;
  email?: string | undefined;
  dailyHour?: string | undefined;
  channel?: string | undefined;
}

/** Names who repairs in a building, or wherever no other office is named [TK-04]. */
export const officesSet: OperatorAction<GivenOffice, OfficeTexts> = {
  name: 'offices set',
  read({ id, name, email = '', dailyHour = '', channel = '' }) {
    refuseFields({
      name: nameProblem(name),
      email: officeEmailProblem(email, channel),
      dailyHour: /^(?:|[01]?\d|2[0-3])$/.test(dailyHour.trim()) ? null : 'invalid',
      channel: channelProblem(channel.trim()),
    });
    const daily_hour = email.trim() === '' || dailyHour.trim() === '' ? null : Number(dailyHour);
    return {
      id,
      name: normalizeText(name).trim(),
      email: normalizeEmail(email),
      daily_hour,
      channel: channel.trim(),
    };
  },
  async work(transaction, office, { campus }) {
    const { id } = office;
    if (id !== ALL && (await findBoard(transaction, id))?.kind !== 'building') return 'missing';
    const now = (await listOffices(transaction)).find((one) => one.id === id);
    const isSame =
      now?.name === office.name &&
      now.email === office.email &&
      now.daily_hour === office.daily_hour &&
      now.channel === office.channel;
    if (isSame) return 'same';
    await putOffice(transaction, office, campus.settings.timeZone);
    return 'done';
  },
};

/** Forgets an office; its tickets stay. */
export const officesRemove: OperatorAction<ActionTarget> = {
  name: 'offices remove',
  needsReason: true,
  async work(transaction, { id }) {
    return (await deleteOffice(transaction, id)) ? 'done' : 'missing';
  },
};

/** More than one line would be more than one field of a mail's head. */
const hasLines = (text: string) => /[\r\n\u2028\u2029]/.test(text);

function nameProblem(name: string): FieldCode | null {
  if (isBlank(name)) return 'required';
  if (hasLines(name)) return 'invalid';
  return countCodePoints(name.trim()) > OFFICE_FIELD_MAX ? 'tooLong' : null;
}

function officeEmailProblem(email: string, channel: string): FieldCode | null {
  if (hasLines(email)) return 'email.pattern';
  if (email.trim() === '') return channel.trim() === '' ? 'email.required' : null;
  return emailProblem(email);
}

function channelProblem(channel: string): FieldCode | null {
  if (channel === '') return null;
  if (channel.length > OFFICE_FIELD_MAX) return 'tooLong';
  const url = URL.canParse(channel) ? new URL(channel) : null;
  const isPlain = url?.protocol === 'https:' && url.username === '' && !/\s/.test(channel);
  return isPlain ? null : 'invalid';
}
