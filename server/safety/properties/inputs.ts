import { loadCampus } from '@madang/campus/load-campus';
import fc from 'fast-check';
import { campusFolder } from '../../testing/folders.ts';

/** The campus whose names and words the rules know. */
export const campus = await loadCampus(campusFolder);

/** Anything that somebody can send as a text. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
