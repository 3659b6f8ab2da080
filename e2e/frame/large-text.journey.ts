import { accountStates, makeRegular } from '../testing/account-states.ts';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectLoaded, sidewaysScroll } from '../testing/screens.ts';

/** What a student with large text or a small phone has. */
const looks = [
  { name: '200 % text', fontSize: '200%', width: 390 },
  { name: '320 px', fontSize: '100%', width: 320 },
  { name: '200 % text on 320 px', fontSize: '200%', width: 320 },
] as const;

for (const { name, fontSize, width } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 640 } });

    for (const who of ['visitor', 'newcomer', 'regular'] as const) {
      test(`${name} breaks nothing on the account, my page and write screens of a ${who}`, async ({
        page,
        signIn,
        makers,
      }) => {
        test.setTimeout(120_000);
        if (who === 'newcomer') await signIn(await makers.user({ right: false }));
        if (who === 'regular') await signIn(await makeRegular(makers));
        await enlargeText(page, fontSize);
        for (const state of accountStates.filter((candidate) => candidate.who === who)) {
          await test.step(state.name, async () => {
            await state.open(page);
            await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
            await expectLoaded(page);
            expect(await sidewaysScroll(page), `${state.name}: scrolls sideways`).toBe(0);
            expect(await findBroken(page), state.name).toEqual([]);
          });
        }
      });
    }
  });
}
