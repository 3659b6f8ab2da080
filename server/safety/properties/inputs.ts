import { loadCampus } from '@madang/campus/load-campus';
import fc from 'fast-check';
import { campusFolder } from '../../testing/folders.ts';

/** Campus with the names and words of the rules. */
export const campus = await loadCampus(campusFolder);

/** Any text that a client can send. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
