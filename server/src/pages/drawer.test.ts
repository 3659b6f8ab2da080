import { expect, test } from 'vitest';
import { renderLimited, type Drawing, openDrawer } from './rendering.ts';

const fail = (error: Error): never => {
  throw error;
};
const drawing = (pathname: string): Drawing => ({ pathname, search: '', now: 0, answers: {}, sent: null });

test('screens: rendered one after the other; a long queue returns no rendering', async () => {
  const draw = renderLimited(({ pathname }) => `drawn ${pathname}`, fail);
  const drawn = await Promise.all(Array.from({ length: 20 }, (_, index) => draw(drawing(`/${index}`))));
  expect(drawn.filter((html) => html === null).length).toBeGreaterThan(0);
  expect(drawn.slice(0, 8).map((screen) => screen?.html)).toEqual(
    Array.from({ length: 8 }, (_, index) => `drawn /${index}`),
  );
  expect(await draw(drawing('/later'))).toMatchObject({ html: 'drawn /later' });
});

test('screen that fails to render: delays no other, and is reported', async () => {
  const failures: unknown[] = [];
  const draw = renderLimited(
    ({ pathname }) => {
      if (pathname === '/broken') throw new Error('broken');
      return pathname;
    },
    ({ message }, pathname) => failures.push([message, pathname]),
  );
  expect(await Promise.all([draw(drawing('/broken')), draw(drawing('/whole'))])).toMatchObject([
    null,
    { html: '/whole' },
  ]);
  expect(failures).toEqual([['broken', '/broken']]);
});

test('without the bundle: nothing is rendered', async () => {
  expect(await openDrawer('/nowhere/draw.js', fail)).toBeNull();
});
