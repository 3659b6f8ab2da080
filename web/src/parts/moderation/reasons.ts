import { REPORT_REASONS, type ReportReason } from '@madang/contract/moderation/rules';
import { copy } from '../../copy.ko.ts';

/** What a reason is called. */
export const reasonTexts: Record<ReportReason, string> = {
  spam: copy['reason.spam'],
  abuse: copy['reason.abuse'],
  personalData: copy['reason.personalData'],
  illegalFilming: copy['reason.illegalFilming'],
  hate: copy['reason.hate'],
  selfHarm: copy['reason.selfHarm'],
  other: copy['reason.other'],
};

/** All reasons in the order in which they are asked, with their names. */
export const reasonChoices = REPORT_REASONS.map((value) => ({ value, label: reasonTexts[value] }));
