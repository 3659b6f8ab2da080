import { join } from 'node:path';
import { serverFolder } from '../src/platform/folders.ts';

export const campusFolder = join(serverFolder(), '..', 'campus');
