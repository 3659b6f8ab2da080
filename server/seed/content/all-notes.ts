import { readNotes, readPools, type Note } from '../notes.ts';
import { festival } from './festival.ts';
import { general } from './general.ts';
import { greenAndMedical } from './green-and-medical.ts';
import { humanitiesLiberal } from './humanities-liberal.ts';
import { humanitiesSchools } from './humanities-schools.ts';
import { humanitiesSquares } from './humanities-squares.ts';
import { boardGroups } from './places.ts';
import { questionsLife } from './questions-life.ts';
import { questionsStudy } from './questions-study.ts';
import { peoplePools } from './reply-pools-people.ts';
import { placePools } from './reply-pools-places.ts';
import { scienceCommons } from './science-commons.ts';
import { scienceHalls } from './science-halls.ts';

/** Notes written for one board each. */
export const boardNotes: readonly Note[] = [
  humanitiesSquares,
  humanitiesLiberal,
  humanitiesSchools,
  scienceCommons,
  scienceHalls,
  greenAndMedical,
  questionsStudy,
  questionsLife,
  festival,
].flatMap((text) => readNotes(text));

/** Notes that fit several boards. */
export const generalNotes: readonly Note[] = readNotes(general, boardGroups);

/** Reply pools by the name that notes give. */
export const replyPools = new Map([...readPools(placePools), ...readPools(peoplePools)]);
