// `npm run bench` and `npm run bench:NAME`: runs one bench. Compare only ratios within one run.
import type { Bench } from './run.ts';

const benches: Readonly<Record<string, () => Promise<{ bench: Bench }>>> = {
  server: () => import('./server.ts'),
  growth: () => import('./growth.ts'),
  live: () => import('./live.ts'),
  push: () => import('./push.ts'),
  phone: () => import('./phone.ts'),
  search: () => import('./search.ts'),
};

const [name = '', ...words] = process.argv.slice(2);
const load = benches[name];
if (!load) throw new Error(`"${name}" is none of ${Object.keys(benches).join(', ')}`);
await (await load()).bench.start(words);
