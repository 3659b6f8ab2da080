import type { SanctionKind } from '@madang/contract/moderation/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

const names: Record<SanctionKind, string> = {
  warning: copy['sanction.warning'],
  noWriting: copy['sanction.noWriting'],
  noBoard: copy['sanction.noBoard'],
  closed: copy['sanction.closed'],
};

/** What a sanction is called, with the board that it is about. */
export const sanctionName = (kind: SanctionKind, board: string | null): string =>
  fillCopy(names[kind], { board: board ?? '' });
