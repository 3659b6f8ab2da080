import type { RightsGround } from '@madang/contract/moderation/rights-rules';
import {
  CASE_GROUNDS,
  type CaseGround,
  REPORT_REASONS,
  type SanctionKind,
} from '@madang/contract/moderation/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

export const reasonTexts: Record<CaseGround, string> = {
  spam: copy['reason.spam'],
  abuse: copy['reason.abuse'],
  personalData: copy['reason.personalData'],
  illegalFilming: copy['reason.illegalFilming'],
  hate: copy['reason.hate'],
  selfHarm: copy['reason.selfHarm'],
  other: copy['reason.other'],
  rights: copy['reason.rights'],
  link: copy['reason.link'],
};

/** Reasons of a report in display order, with their names. */
export const reasonChoices = REPORT_REASONS.map((value) => ({ value, label: reasonTexts[value] }));

/** Reasons of a decision in display order, with their names. */
export const groundChoices = CASE_GROUNDS.map((value) => ({ value, label: reasonTexts[value] }));

export const rightsGroundTexts: Record<RightsGround, string> = {
  privacy: copy['rights.ground.privacy'],
  defamation: copy['rights.ground.defamation'],
  portrait: copy['rights.ground.portrait'],
  copyright: copy['rights.ground.copyright'],
  other: copy['rights.ground.other'],
};

const names: Record<SanctionKind, string> = {
  warning: copy['sanction.warning'],
  noWriting: copy['sanction.noWriting'],
  noBoard: copy['sanction.noBoard'],
  closed: copy['sanction.closed'],
};

export const sanctionName = (kind: SanctionKind, board: string | null): string =>
  fillCopy(names[kind], { board: board ?? '' });
