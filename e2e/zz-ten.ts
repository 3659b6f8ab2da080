import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { cp, readFile, writeFile, rm } from 'node:fs/promises';
import { findChromium } from '../scripts/system-parts.mjs';
const questions: [string, string][] = [
  ['조용한 곳', '/keyword?now=11'], ['콘센트 빈자리', '/keyword?now=6'], ['팀플 빈 강의실', '/map?rooms=1'],
  ['여는 식당과 메뉴', '/'], ['잘 곳', '/keyword?now=3'], ['중도 붐비나', '/building/central-library/view'],
  ['비대면', '/keyword?now=1'], ['발표', '/keyword?now=8'], ['늦게까지 여는 카페', '/map?kind=카페&open=1'], ['돈가스', '/search?query=돈가스'],
];
const times = process.argv.slice(2).map(Number); // wished hours
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
for (const [i, hour] of times.entries()) {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  const campus = `/tmp/ten/campus-${hour}`; const data = `/tmp/ten/data-${hour}`;
  await rm(campus, { recursive: true, force: true }); await rm(data, { recursive: true, force: true });
  await cp('campus', campus, { recursive: true });
  const json = JSON.parse(await readFile(`${campus}/campus.json`, 'utf8')); json.timeZone = zone;
  await writeFile(`${campus}/campus.json`, JSON.stringify(json));
  const port = 4300 + i; const base = `http://localhost:${port}`;
  const child = spawn('node', ['server/dist/main.js'], { env: { ...process.env, EDITION: 'official', DATA_DIR: data, CAMPUS: campus, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' }, stdio: 'inherit' });
  for (let t = 0; t < 120; t += 1) { try { const r = await fetch(`${base}/ready`); if (r.status < 500) break; } catch {} await new Promise((r) => setTimeout(r, 1000)); }
  await new Promise((r) => setTimeout(r, 6000));
  const accounts = JSON.parse(await readFile(`${data}/demo-accounts.json`, 'utf8'));
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ko-KR', timezoneId: 'UTC', hasTouch: true, isMobile: true });
  const r = await context.request.post(`${base}/api/session`, { data: { email: accounts[0].email, password: accounts[0].password }, headers: { origin: base } });
  console.log('\n=====', hour, zone, new Date(Date.now() + ahead * 3600e3).toISOString().slice(0, 16), r.status());
  for (const [name, path] of questions) {
    const page = await context.newPage();
    await page.goto(base + encodeURI(path), { waitUntil: 'load' });
    await page.waitForTimeout(1800);
    const text = (await page.locator('main').innerText().catch(() => '?')).replaceAll(/\n+/g, ' | ');
    let t = text;
    if (path.startsWith('/keyword')) t = text.slice(text.indexOf('| 추천 |') + 7, text.lastIndexOf('| 비대면 | 장소'));
    else if (path.startsWith('/map')) t = (await page.locator('main').innerText()).split('계단 없이')[1]?.replaceAll(/\n+/g, ' | ').slice(-420) ?? '';
    else if (path === '/') t = text.slice(text.indexOf('지금 조용'), text.indexOf('새 글'));
    else t = text.slice(0, 300);
    console.log(`-- ${name}\n   ${t.slice(0, 420)}`);
    await page.screenshot({ path: `/tmp/ten/${hour}-${name.replaceAll(' ', '')}.png` });
    await page.close();
  }
  await context.close(); child.kill();
}
await browser.close();
