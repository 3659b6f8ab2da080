import type { Role } from '@madang/contract/admin/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

/** Kinds in the order of choice. */
export const sanctionChoices = [
  { value: 'warning', label: copy['sanction.warning'] },
  { value: 'noBoard', label: copy['operate.sanction.noBoard'] },
  { value: 'noWriting', label: copy['sanction.noWriting'] },
  { value: 'closed', label: copy['sanction.closed'] },
] as const;

/** Returns the name of a role with its board. */
export function roleName(role: Role, board: { name: string } | null): string {
  return role === 'operator'
    ? copy['operate.role.operator']
    : fillCopy(copy['operate.role.moderator'], { board: board?.name ?? '' });
}
