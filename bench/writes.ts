// Replies and likes in both editions, beside a built checkout of an older state: `npm run bench -- --before DIR`.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
  seconds: number;
  rounds: number;
  connections: number;
}

/** Measures the processor time per write of the server and of PostgreSQL, in milliseconds. */
export async function measureWrites(setting: Setting, before: string): Promise<object[]> {
  const results: object[] = [];
  setting.run.row('write', 'edition', 'state', 'ms CPU, server and PostgreSQL', '× before');
  for (const edition of ['beta', 'official']) {
    const now = await setting.place.serve({ EDITION: edition });
    const older = before
      ? await setting.place.serve({ EDITION: edition }, [], join(resolve(before), 'server/dist/main.js'))
      : null;
    for (const name of CASES) results.push(...(await measureWrite(setting, { name, edition, now, older })));
    await now.stop();
    await older?.stop();
  }
  return results;
}

async function measureWrite(
  { run, place, seconds, rounds, connections }: Setting,
  {
    name,
    edition,
    now,
    older,
  }: { name: string; edition: string; now: BuiltServer; older: BuiltServer | null },
): Promise<object[]> {
  const lanes = [
    { state: 'now', server: now, costs: [] as number[] },
    ...(older ? [{ state: 'before', server: older, costs: [] as number[] }] : []),
  ];
  const asked = casesOf(place).find((one) => one.name === name)?.asked ?? [];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const { server, costs } of round % 2 ? lanes : lanes.toReversed()) {
      const start = postgresSeconds();
      const headers = { Cookie: place.cookie };
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
