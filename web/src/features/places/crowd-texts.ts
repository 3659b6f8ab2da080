import { copy } from '../../copy.ko.ts';

export const crowdTexts = {
  free: copy['voice.free'],
  normal: copy['voice.normal'],
  crowded: copy['voice.crowded'],
  split: copy['voice.split'],
};
