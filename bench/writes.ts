// Replies and likes in both editions, beside a built checkout of an older state: `npm run bench -- --before DIR`.
import { readdirSync } from 'node:fs';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { casesOf } from './cases.ts';
import { load } from './load.ts';
import { median, processorSeconds, ratios, spread } from './measure.ts';
import type { Place } from './place.ts';
import type { Run } from './run.ts';

const CASES = ['e reply', 'f like'];
/** Maximum milliseconds of the official edition: server and PostgreSQL. */
const GOALS: Readonly<Record<string, number>> = { 'e reply': 1, 'f like': 0.5 };

interface Setting {
  run: Run;
  place: Place;
  /** World of the older state, with its own database: it may not know newer migrations. */
  older: Place | null;
  seconds: number;
  rounds: number;
  connections: number;
}

/** Measures the processor time per write of the server and of PostgreSQL, in milliseconds. */
export async function measureWrites(setting: Setting): Promise<object[]> {
  const results: object[] = [];
  setting.run.row('write', 'edition', 'state', 'ms CPU, server and PostgreSQL', '× before');
  for (const edition of ['beta', 'official']) {
    const now = await setting.place.serve({ EDITION: edition });
    const before = await setting.older?.serve({ EDITION: edition });
    for (const name of CASES) results.push(...(await measureWrite(setting, { name, edition, now, before })));
    await now.stop();
    await before?.stop();
  }
  return results;
}

async function measureWrite(
  { run, place, older, seconds, rounds, connections }: Setting,
  {
    name,
    edition,
    now,
    before,
  }: { name: string; edition: string; now: BuiltServer; before: BuiltServer | undefined },
): Promise<object[]> {
  const lanes = [
    { state: 'now', server: now, place, costs: [] as number[] },
    ...(before && older ? [{ state: 'before', server: before, place: older, costs: [] as number[] }] : []),
  ];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const { server, place: world, costs } of round % 2 ? lanes : lanes.toReversed()) {
      const asked = casesOf(world).find((one) => one.name === name)?.asked ?? [];
      const headers = { Cookie: world.cookie };
      const start = postgresSeconds();
      const { microseconds, perSecond } = await load(server, asked, { headers, connections, seconds });
      const database = ((postgresSeconds() - start) * 1000) / (perSecond * seconds);
      if (round > 0) costs.push(microseconds / 1000 + database);
    }
  const [{ costs: current }, earlier] = lanes as [(typeof lanes)[0], (typeof lanes)[0] | undefined];
  return lanes.map(({ state, costs }) => {
    const { text, ...cost } = spread(costs);
    const ratio = earlier && state === 'now' ? spread(ratios(current, earlier.costs)).text : '';
    run.row(name, edition, state, text, ratio);
    const goal = edition === 'official' && state === 'now' ? GOALS[name] : undefined;
    if (goal) run.goal(`${name}, official`, median(costs) <= goal, `${text} ms, goal ${goal}`);
    return { write: name, edition, state, ...cost, ...(ratio ? { ratio } : {}) };
  });
}

/** Returns the processor seconds of all running processes of PostgreSQL. */
function postgresSeconds(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => sum + processorSeconds({ processId: Number(name) }, 'postgres'), 0);
}
