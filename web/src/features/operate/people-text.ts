import type { Role } from '@madang/contract/operate/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

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
