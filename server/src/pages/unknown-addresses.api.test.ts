import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { startTestApp } from '../../testing/test-app.ts';

const folder = makeFolder('web');
await writeFile(join(folder, 'index.html'), '<head></head><body></body>');
const testApp = await startTestApp({ webFolder: folder });

test('addresses that programs probe on any site: 404; every other one is the page', async () => {
  const browser = testApp.browser();
  for (const path of [
    '/metrics',
    '/metrics/',
    '/healthz',
    '/.env',
    '/.env.production',
    '/app/.env',
    '/%2eenv',
    '/.git/config',
    '/.DS_Store',
    '/index.php',
    '/INDEX.PHP',
    '/post/xmlrpc.php',
    '/info.php/x',
    '/wp-admin/',
    '/blog/wp-login.php',
    '//wp-includes/wlwmanifest.xml',
    '/phpmyadmin/index',
    '/cgi-bin/luci',
    '/actuator/health',
    '/server-status',
    '/vendor/phpunit/x',
    '/backup.sql',
    '/dump.tar.gz',
    '/%E0%A4%A.php',
  ]) {
    const response = await browser.send('GET', path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/problem+json',
    ]);
    expect((await browser.send('HEAD', path)).status).toBe(404);
  }
  for (const path of [
    '/',
    '/login',
    '/post/0192f0c1-0000-7000-8000-000000000000',
    '/mypage/viewprofile/changepassword',
    '/keyword/quiet/study',
    '/board/nothing',
    '/nothing/at/all',
    '/metric',
    '/php',
    '/environment',
    '/wp',
  ]) {
    const response = await browser.send('GET', path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
  }
});
