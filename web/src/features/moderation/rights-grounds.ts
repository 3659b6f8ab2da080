import type { RightsGround } from '@madang/contract/moderation/rights-rules';
import { copy } from '../../copy.ko.ts';

/** Names of the rights that a claim can be based on. */
export const rightsGroundTexts: Record<RightsGround, string> = {
  privacy: copy['rights.ground.privacy'],
  defamation: copy['rights.ground.defamation'],
  portrait: copy['rights.ground.portrait'],
  copyright: copy['rights.ground.copyright'],
  other: copy['rights.ground.other'],
};
