import { join } from 'node:path';
import { serverFolder } from '../src/platform/folders.ts';

/** Campus folder of this repository. */
export const campusFolder = join(serverFolder(), '..', 'campus');
