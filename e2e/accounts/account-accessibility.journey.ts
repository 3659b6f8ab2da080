import { accountStates, makeRegular } from '../testing/account-states.ts';
import { expectAccessible } from '../testing/axe.ts';
import { test } from '../testing/fixtures.ts';

for (const { name, who, open } of accountStates) {
  test(`axe finds nothing, light and dark: ${name}`, async ({ page, signIn, makers }) => {
    if (who === 'newcomer') await signIn(await makers.user({ right: false }));
    if (who === 'regular') await signIn(await makeRegular(makers));
    // Colours are compared where they stay, not on their way there.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page);
    await expectAccessible(page);
  });
}
