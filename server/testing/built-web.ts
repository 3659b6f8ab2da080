import { join } from 'node:path';
import { openDrawer } from '../src/pages/rendering.ts';
import { serverFolder } from '../src/lib/folders.ts';
import type { TestAppOptions } from './test-app.ts';

/** Opens the built web app and its server-side renderer. */
export async function openBuiltWeb(): Promise<TestAppOptions> {
  const draw = await openDrawer(join(serverFolder(), 'dist', 'web', 'draw.js'), (error) => {
    throw error;
  });
  if (!draw) throw new Error('not built: node scripts/start.mjs --prepare-only');
  return { webFolder: join(serverFolder(), '..', 'web', 'dist'), draw };
}
