import { expect, test } from '../testing/fixtures.ts';

/** UTC-11: in its evening the campus already has the next day. */
test.use({ timezoneId: 'Pacific/Pago_Pago' });

test('phone in another time zone: cards, posts, comments, events and notices show campus time @full', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user();
  const post = await makers.post(user, { board: 'question' });
  const reply = await makers.reply(user, post.id, '시간을 보여 주는 댓글');
  const { hots } = await user.client.ask('GET /api/hots', { query: {} });
  const { events } = await user.client.ask('GET /api/events', {});
  const { notices } = await user.client.ask('GET /api/notices', {});
  await signIn(user);

  await page.goto(`/post/${post.id}`);
  const times = page.getByRole('main').locator('time');
  await expect(times).toHaveText([seoulDateTime(post.createdAt), seoulDateTime(reply.createdAt)]);
  for (const [path, instants] of [
    ['/board/hot', hots],
    ['/board/event', events],
    ['/board/notice', notices],
  ] as const) {
    await page.goto(path);
    await expect(times).toHaveText(instants.map(({ createdAt }) => seoulDateTime(createdAt)));
  }
  const opened = Date.now();
  await page.goto('/building/central-library');
  await expect(times.nth(8)).toBeVisible();
  const shown = await times.evaluateAll((elements) =>
    elements.map((time) => [time.getAttribute('datetime') ?? '', time.textContent ?? ''] as const),
  );
  for (const [instant, text] of shown) {
    expect(seoulRelativeTimes(instant, opened, Date.now()), instant).toContain(text);
  }
});

const MINUTE = 60_000;

/** Returns the date parts of an instant in campus time. */
function readSeoulClock(instant: string): string[] {
  // Korea is always nine hours ahead of UTC, without summer time.
  return new Date(Date.parse(instant) + 9 * 60 * MINUTE).toISOString().split(/[-T:.]/);
}

/** `YYYY/MM/DD HH:mm` */
function seoulDateTime(instant: string): string {
  const [year, month, day, hour, minute] = readSeoulClock(instant);
  return `${year}/${month}/${day} ${hour}:${minute}`;
}

/** Returns the texts a card may show between two moments: minutes ago, time, or date. */
function seoulRelativeTimes(instant: string, earliest: number, latest: number): string[] {
  const [, month, day, hour, minute] = readSeoulClock(instant);
  const shown = [];
  for (let now = earliest; now <= latest + MINUTE; now += MINUTE) {
    const minutes = Math.max(0, Math.floor((Math.min(now, latest) - Date.parse(instant)) / MINUTE));
    if (minutes < 60) shown.push(`${minutes}분 전`);
    else shown.push(minutes < 24 * 60 ? `${hour}:${minute}` : `${month}/${day}`);
  }
  return shown;
}
