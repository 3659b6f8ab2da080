import type { RunningSanction } from '@madang/contract/operate/people-schema';
import type { Role } from '@madang/contract/operate/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

const sanctions = {
  warning: copy['sanction.warning'],
  noWriting: copy['sanction.noWriting'],
  noBoard: copy['sanction.noBoard'],
  closed: copy['sanction.closed'],
};

/** What a sanction is called, with its board. */
export function sanctionName({ kind, board }: Pick<RunningSanction, 'kind' | 'board'>): string {
  return fillCopy(sanctions[kind], { board: board?.name ?? '' });
}

/** The kinds in the order in which they are chosen. */
export const sanctionChoices = [
  { value: 'warning', label: copy['sanction.warning'] },
  { value: 'noBoard', label: copy['operate.sanction.noBoard'] },
  { value: 'noWriting', label: copy['sanction.noWriting'] },
  { value: 'closed', label: copy['sanction.closed'] },
] as const;

/** What a role is called, with its board. */
export function roleName(role: Role, board: { name: string } | null): string {
  return role === 'operator'
    ? copy['operate.role.operator']
    : fillCopy(copy['operate.role.moderator'], { board: board?.name ?? '' });
}
