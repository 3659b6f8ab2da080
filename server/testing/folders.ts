import { join } from 'node:path';
import { serverFolder } from '../src/lib/folders.ts';

export const campusFolder = join(serverFolder(), '..', 'campus');
