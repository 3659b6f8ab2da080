// `npm run screenshots`: every screen and main state of the demo data at 390 × 844, light and dark, plus the official edition.
// Writes pictures and contact sheets to reports/screenshots; `-- --readme` adds the README's pictures and animation.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import sharp from 'sharp';
import { recordAnimation } from './animation.ts';
import { JourneyServer } from '../testing/journey-server.ts';
import { trustLinks } from '../testing/mailbox.ts';
import config from '../playwright.config.ts';

interface Shot {
  name: string;
  path: string;
  /** Prepares the page for the screenshot. */
  prepare?: (page: Page) => Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = join(root, 'reports', 'screenshots');
const readmePictures = [
  'home',
  'buildings',
  'building',
  'post',
  'write',
  'keywords',
  'official-home',
  'official-buildings',
  'report',
  'moderate',
  'operate',
];
const viewport = { width: 390, height: 844 };

const press = (name: string) => async (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

async function startPost(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: '글쓰기' })
    .or(page.getByRole('button', { name: '글쓰기' }))
    .click();
  await page.getByLabel('제목').fill('3층 창가 자리, 오늘은 비어 있어요');
  await page
    .getByLabel('내용')
    .fill(
      '오후 두 시 기준으로 창가 여섯 자리 중 네 자리가 비어 있습니다.\n콘센트는 자리마다 두 개씩 있어요.',
    );
}

async function startPostWithKeywords(page: Page): Promise<void> {
  await startPost(page);
  await page.getByRole('button', { name: /키워드 선택/ }).click();
}

const visitorShots: Shot[] = [
  { name: 'login', path: '/login' },
  { name: 'sign-up', path: '/signup' },
  { name: 'sign-up-errors', path: '/signup', prepare: press('가입하기') },
  { name: 'forgotten', path: '/sendPasswordResetEmail' },
  { name: 'reset', path: `/reset?token=${'x'.repeat(43)}` },
  { name: 'verify-visitor', path: `/verify?token=${'x'.repeat(43)}` },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
];

async function listUserShots(origin: string, cookie: string): Promise<Shot[]> {
  const read = async <Body>(path: string) =>
    (await fetch(origin + path, { headers: { Cookie: cookie } })).json() as Promise<Body>;
  const { posts } = await read<{ posts: { id: string; thumbnail: string | null; replyCount: number }[] }>(
    '/api/buildings/science-library/posts?order=popular',
  );
  const latest = await read<{ posts: typeof posts }>('/api/posts/latest');
  const { events } = await read<{ events: { id: string }[] }>('/api/events');
  const { notices } = await read<{ notices: { id: string }[] }>('/api/notices');
  const { hots } = await read<{ hots: { id: string }[] }>('/api/hots');
  const withPicture = [...latest.posts, ...posts].find(
    ({ thumbnail, replyCount }) => thumbnail && replyCount > 2,
  );
  return [
    { name: 'home', path: '/' },
    { name: 'event-chooser', path: '/', prepare: press('이벤트/공지') },
    { name: 'buildings', path: '/building' },
    {
      name: 'buildings-medicine',
      path: '/building',
      prepare: async (page) => page.getByRole('tab').last().click(),
    },
    { name: 'building', path: '/building/science-library' },
    { name: 'building-toast', path: '/building/main-hall', prepare: press('건물 보기') },
    { name: 'post', path: `/post/${withPicture?.id ?? ''}` },
    {
      name: 'post-replies',
      path: `/post/${withPicture?.id ?? ''}`,
      prepare: async (page) => page.mouse.wheel(0, 4000),
    },
    { name: 'post-missing', path: '/post/0190f5c8-0000-7000-8000-000000000000' },
    { name: 'write', path: '/building/science-library', prepare: startPost },
    { name: 'write-keywords', path: '/building/science-library', prepare: startPostWithKeywords },
    { name: 'write-building', path: '/write' },
    { name: 'question', path: '/board/question' },
    { name: 'facility-notices', path: '/board/buildingNotice' },
    { name: 'latest', path: '/board/new' },
    { name: 'hots', path: '/board/hot' },
    { name: 'hot', path: `/hotpost/${hots[0]?.id ?? ''}` },
    { name: 'festival', path: '/board/festival' },
    { name: 'events', path: '/board/event' },
    { name: 'event', path: `/board/event/${events[0]?.id ?? ''}` },
    { name: 'notices', path: '/board/notice' },
    { name: 'notice', path: `/board/notice/${notices[0]?.id ?? ''}` },
    { name: 'search', path: '/search' },
    { name: 'keywords', path: '/keyword' },
    { name: 'keyword-results', path: '/keyword/11/2' },
    { name: 'keyword-results-empty', path: '/keyword/8/3' },
    { name: 'my-page', path: '/mypage' },
    { name: 'profile', path: '/mypage/viewprofile' },
    { name: 'scraps', path: '/mypage/scrap' },
    { name: 'my-posts', path: '/mypage/myposts' },
    { name: 'change-email', path: '/mypage/viewprofile/changeEmail' },
    { name: 'change-password', path: '/mypage/viewprofile/changepassword' },
    { name: 'change-nickname', path: '/mypage/viewprofile/changenickname' },
    { name: 'withdraw', path: '/mypage/cancelmembership' },
    { name: 'placeholder', path: '/algoria' },
  ];
}

/** Shows home to a student whose last visit was yesterday. */
async function showNews(page: Page): Promise<void> {
  await page.evaluate(() => {
    const visits = JSON.parse(localStorage.getItem('visits') ?? '{}') as { since: number; at: object };
    const yesterday = Date.now() - 24 * 3_600_000;
    const at = { '/board/festival': Date.now(), '/board/buildingNotice': Date.now() };
    localStorage.setItem('visits', JSON.stringify({ ...visits, since: yesterday, at }));
  });
  await page.reload();
  await page.waitForTimeout(1_000);
}

/** Screens that the official edition adds. */
const officialShots: Shot[] = [
  {
    name: 'official-home',
    path: '/',
    prepare: async (page) => {
      await showNews(page);
      await page.mouse.wheel(0, 4000);
    },
  },
  {
    name: 'official-buildings',
    path: '/',
    prepare: async (page) => {
      await showNews(page);
      await page.getByRole('navigation').getByRole('link', { name: '건물' }).click();
    },
  },
  {
    name: 'report',
    path: '/board/question',
    prepare: async (page) => {
      // The first are hidden or the student's own.
      await page.getByRole('main').getByRole('listitem').nth(5).getByRole('link').first().click();
      await page.waitForURL('**/post/*');
      await page.getByRole('banner').getByRole('button', { name: '더보기' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '신고', exact: true }).click();
    },
  },
  { name: 'moderate', path: '/moderate' },
  { name: 'operate', path: '/operate' },
  { name: 'operate-numbers', path: '/operate/numbers' },
  { name: 'transparency', path: '/transparency' },
];

async function take(context: BrowserContext, origin: string, folder: string, shot: Shot): Promise<void> {
  const page = await context.newPage();
  await trustLinks(page);
  await page.goto(origin + shot.path);
  // A post's live stream prevents network idle, so this waits for pictures and fonts.
  await page.waitForLoadState('load');
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null).catch(() => {});
  await shot.prepare?.(page);
  // Pictures further down load only when near.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${shot.name}.png`) });
  await page.close();
}

async function signIn(server: JourneyServer): Promise<string> {
  const accounts = JSON.parse(await readFile(join(server.dataFolder, 'demo-accounts.json'), 'utf8')) as {
    email: string;
    password: string;
  }[];
  const response = await fetch(`${server.origin}/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.origin },
    body: JSON.stringify({ email: accounts[0]?.email, password: accounts[0]?.password }),
  });
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

/** Renders all pictures of a scheme on one sheet, in order. */
async function makeSheet(folder: string, names: readonly string[], path: string): Promise<void> {
  const [width, height, gap, columns] = [260, 563, 12, 7];
  const pictures = await Promise.all(
    names.map(async (name, index) => ({
      input: await sharp(join(folder, `${name}.png`))
        .resize(width, height)
        .png()
        .toBuffer(),
      left: gap + (index % columns) * (width + gap),
      top: gap + Math.floor(index / columns) * (height + gap),
    })),
  );
  await sharp({
    create: {
      width: gap + columns * (width + gap),
      height: gap + Math.ceil(names.length / columns) * (height + gap),
      channels: 3,
      background: '#9a9a9a',
    },
  })
    .composite(pictures)
    .png()
    .toFile(path);
}

const temporary = await mkdtemp(join(tmpdir(), 'madang-screenshots-'));
const server = new JourneyServer(join(temporary, 'data'));
const official = new JourneyServer(join(temporary, 'data-official'), { EDITION: 'official' });
await server.start();
await official.start();
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  const cookie = await signIn(server);
  const [name = '', value = ''] = cookie.split('=');
  const [officialName = '', officialValue = ''] = (await signIn(official)).split('=');
  const userShots = await listUserShots(server.origin, cookie);
  for (const colorScheme of ['light', 'dark'] as const) {
    const folder = join(output, colorScheme);
    await mkdir(folder, { recursive: true });
    const options = {
      viewport,
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      locale: 'ko-KR',
      colorScheme,
    };
    const visitor = await browser.newContext(options);
    for (const shot of visitorShots) await take(visitor, server.origin, folder, shot);
    const user = await browser.newContext(options);
    await user.addCookies([{ name, value, url: server.origin }]);
    for (const shot of userShots) await take(user, server.origin, folder, shot);
    const student = await browser.newContext(options);
    await student.addCookies([{ name: officialName, value: officialValue, url: official.origin }]);
    for (const shot of officialShots) await take(student, official.origin, folder, shot);
    await student.close();
    const names = [...visitorShots, ...userShots, ...officialShots].map((shot) => shot.name);
    await makeSheet(folder, names, join(output, `${colorScheme}.png`));
    // The same column on a laptop.
    const laptop = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'ko-KR',
      colorScheme,
    });
    await take(laptop, server.origin, folder, { name: 'laptop-login', path: '/login' });
    await laptop.addCookies([{ name, value, url: server.origin }]);
    for (const shot of userShots.filter(({ path }) => ['/', '/building', '/board/question'].includes(path)))
      await take(laptop, server.origin, folder, { ...shot, name: `laptop-${shot.name}` });
    await laptop.clearCookies();
    await laptop.addCookies([{ name: officialName, value: officialValue, url: official.origin }]);
    await take(laptop, official.origin, folder, { name: 'laptop-moderate', path: '/moderate' });
    await laptop.close();
    await visitor.close();
    await user.close();
  }
  if (process.argv.includes('--readme')) {
    await mkdir(join(root, 'docs', 'pictures'), { recursive: true });
    for (const picture of readmePictures) {
      await sharp(join(output, 'light', `${picture}.png`))
        .resize(390)
        .webp({ quality: 80 })
        .toFile(join(root, 'docs', 'pictures', `${picture}.webp`));
    }
    await recordAnimation(browser, server.origin, join(root, 'docs', 'pictures', 'answer.webp'));
  }
} finally {
  await browser.close();
  await server.stop();
  await official.stop();
  await rm(temporary, { recursive: true, force: true });
}
