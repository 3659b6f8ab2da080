import { CASE_GROUNDS, REPORT_REASONS, type CaseGround } from '@madang/contract/moderation/rules';
import { copy } from '../../copy.ko.ts';

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
