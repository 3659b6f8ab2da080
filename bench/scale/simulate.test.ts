import { expect, test } from 'vitest';
import { untilNext } from './random.ts';
import { simulate, type Model } from './simulate.ts';

const RATE = 0.8;

/** One station that is asked so often, with calls of one second on average. */
function wait(servers: number, route: Model['arrivals'][number]['route'], seed = 7) {
  const { kinds, stations } = simulate({
    stations: [{ name: 'one', servers }],
    arrivals: [{ kind: 'call', rate: RATE * servers, route }],
    seconds: 400_000,
    warmUp: 2_000,
    seed,
  });
  return { mean: kinds['call']?.mean ?? 0, ...stations['one'] };
}

const byChance: Model['arrivals'][number]['route'] = (_, random) => [
  { station: 0, seconds: untilNext(1, random) },
];
const always = () => [{ station: 0, seconds: 1 }];

/** How long calls wait at servers whose calls take a second by chance (Erlang's C). */
function erlangWait(servers: number): number {
  const load = RATE * servers;
  let [term, sum] = [1, 1];
  for (let count = 1; count < servers; count += 1) sum += term *= load / count;
  const last = (term * load) / servers / (1 - RATE);
  return last / (sum + last) / (servers * (1 - RATE));
}

test('one server and calls by chance wait as M/M/1 says, and as many are there as Little says', () => {
  const { mean, busy, calls } = wait(1, byChance);
  expect(mean / (1 / (1 - RATE))).toBeCloseTo(1, 1);
  expect(busy).toBeCloseTo(RATE, 2);
  expect((calls ?? 0) / (RATE * mean)).toBeCloseTo(1, 2);
});

test.each([2, 4])('%i servers wait as M/M/c says', (servers) => {
  expect((wait(servers, byChance).mean - 1) / erlangWait(servers)).toBeCloseTo(1, 1);
});

test('one server whose calls take equally long waits as M/D/1 says', () => {
  expect((wait(1, always).mean - 1) / (RATE / 2 / (1 - RATE))).toBeCloseTo(1, 1);
});

test.each([2, 4])('%i servers whose calls take equally long wait as M/D/c says, by Cosmetatos', (servers) => {
  const factor =
    (1 + ((1 - RATE) * (servers - 1) * (Math.sqrt(4 + 5 * servers) - 2)) / (16 * RATE * servers)) / 2;
  expect((wait(servers, always).mean - 1) / (factor * erlangWait(servers))).toBeCloseTo(1, 1);
});

test('the same seed has the same outcome, another one another', () => {
  expect(wait(1, byChance, 1)).toEqual(wait(1, byChance, 1));
  expect(wait(1, byChance, 1)).not.toEqual(wait(1, byChance, 2));
});

test('what is served together never fills, and waits one and a half times at most', () => {
  const { kinds, perSecond } = simulate({
    stations: [{ name: 'disk', servers: 1, together: true }],
    arrivals: [{ kind: 'commit', rate: 1_000, route: () => [{ station: 0, seconds: 0.01 }] }],
    seconds: 60,
    warmUp: 1,
    seed: 3,
  });
  expect(perSecond).toBeGreaterThan(980);
  expect(kinds['commit']?.mean).toBeCloseTo(0.015, 3);
});

test('a call goes from station to station, and a full one lets through what it can', () => {
  const { perSecond, stations } = simulate({
    stations: [
      { name: 'wide', servers: 4 },
      { name: 'narrow', servers: 1 },
    ],
    arrivals: [
      {
        kind: 'call',
        rate: 100,
        route: () => [
          { station: 0, seconds: 0.02 },
          { station: 1, seconds: 0.02 },
        ],
      },
    ],
    seconds: 100,
    warmUp: 10,
    seed: 5,
  });
  expect(stations['narrow']?.busy).toBeCloseTo(1, 2);
  expect(stations['wide']?.busy).toBeCloseTo(0.5, 1);
  expect(perSecond).toBeLessThan(51);
});
