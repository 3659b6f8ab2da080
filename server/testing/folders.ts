import { join } from 'node:path';
import { serverFolder } from '../src/platform/folders.ts';

/** The campus folder of this repository. */
export const campusFolder = join(serverFolder(), '..', 'campus');
