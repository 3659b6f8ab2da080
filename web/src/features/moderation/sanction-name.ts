import type { SanctionKind } from '@madang/contract/moderation/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

const names: Record<SanctionKind, string> = {
  warning: copy['sanction.warning'],
  noWriting: copy['sanction.noWriting'],
  noBoard: copy['sanction.noBoard'],
  closed: copy['sanction.closed'],
};

/** Returns the name of a sanction, with its board. */
export const sanctionName = (kind: SanctionKind, board: string | null): string =>
  fillCopy(names[kind], { board: board ?? '' });
