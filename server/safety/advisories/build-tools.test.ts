import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCampus } from '@madang/campus/load-campus';
import { PageTemplate } from '../../src/pages/page-template.ts';
import { serverFolder } from '../../src/lib/folders.ts';
import { builtServers } from '../../testing/built-servers.ts';
import { askRaw } from '../../testing/raw-request.ts';

// Covers "Build tools" in docs/advisories.md: their servers are for development, so only shipped files are tested.

const { startReady } = builtServers();
const root = join(serverFolder(), '..');
const webFolder = join(root, 'web', 'dist');

const { settings } = await loadCampus(join(root, 'campus'));
const card = { origin: '', product: settings.product, university: settings.university.name };

const readText = (address: string) => readFileSync(join(webFolder, address), 'utf8');
const template = new PageTemplate(readText('index.html'), card, readText);

/** Returns the sent page without its embedded answers and its own addresses. */
const page = () =>
  withoutVisit(
    template.begin({
      path: '/',
      leadsTo: null,
      drawn: null,
      styles: [],
      scripts: [],
      answers: new Map(),
    }) + template.end('{}'),
  );
const withoutVisit = (text: string) =>
  text
    .replace(/<div id="root">.*?(?=<noscript>)/s, '')
    .replace(/<style>.*?<\/head>/s, '')
    .replaceAll(/(id="(?:shared|own)">).*?(<\/script>)/gs, '$1{}$2')
    .replaceAll(/<meta property="og:(?:url|image)"[^>]*>/g, '');

/** Expects an unknown address: the web app's page, or a plain refusal. */
async function expectNothing(
  origin: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const { status, answer } = await askRaw(origin, `GET ${target}`, headers);
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const known =
    status === 200 ? withoutVisit(rest.join('\r\n\r\n')).includes(page()) : [400, 403, 404].includes(status);
  expect([target, status, known]).toEqual([target, status, true]);
  expect(head).not.toMatch(/^access-control-/im);
  expect(answer).not.toMatch(/root:x:|import\.meta|sourceMappingURL|"devDependencies"/);
}

test('[ADV-66] the shipped server serves no file of the disk, no source and no source map', async () => {
  const { origin } = await startReady({ DEMO: '0' });
  for (const suffix of [
    '',
    '?raw',
    '?raw??',
    '?import&raw??',
    '?import&?inline=1.wasm?init',
    '?.svg?.wasm?init',
    '#/../',
  ]) {
    for (const path of [
      '/@fs/etc/passwd',
      `/@fs${root}/package.json`,
      '/src/main.tsx',
      '/.env',
      '/package.json',
      '/vite.config.ts',
    ])
      await expectNothing(origin, `${path}${suffix}`);
  }
  for (const path of [
    '/@vite/client',
    '/@id/react',
    '/node_modules/vite/package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fvite.config.ts',
    '/..%5c..%5cpackage.json',
    '/index.html.map',
    '/server/dist/main.js.map',
    '/main.js',
    '/.git/config',
    '/data/demo-accounts.json',
  ])
    await expectNothing(origin, path);
  const shipped = readdirSync(webFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(shipped.length).toBeGreaterThan(20);
  for (const { name, parentPath } of shipped) {
    // The only JSON list is for the screen of licenses.
    expect(name).toMatch(
      /(?:\.(?:html|js|css|svg|png|webp|ico|webmanifest|txt)|^libraries-[\w-]+\.json)(?:\.(?:br|gz))?$/,
    );
    if (/\.(?:js|css|html)$/.test(name))
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toMatch(
        /sourceMappingURL|@vite\/client|import\.meta\.hot/,
      );
  }
});

test('[ADV-67] no foreign page reads from the shipped server or opens a channel to it', async () => {
  const { origin } = await startReady({ DEMO: '0' });
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  for (const path of ['/', '/index.html', '/api/campus', '/dev/mailbox.css', '/health/live']) {
    const { status, answer } = await askRaw(origin, `GET ${path}`, foreign);
    expect([path, status]).toEqual([path, 200]);
    const [head = ''] = answer.split('\r\n\r\n', 1);
    expect(head).not.toMatch(/^access-control-/im);
    expect(head).toMatch(/^cross-origin-resource-policy: same-origin$/im);
  }
  for (const path of ['/', '/?token=x', '/@vite/ws', '/api/session']) {
    const { answer } = await askRaw(origin, `GET ${path}`, {
      ...foreign,
      Upgrade: 'websocket',
      'Sec-WebSocket-Protocol': 'vite-hmr',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    });
    expect(answer).not.toMatch(/^HTTP\/1\.1 101/);
    expect(answer).not.toMatch(/^sec-websocket-accept:/im);
  }
  // A foreign host name that resolves to this machine is refused.
  expect((await askRaw(origin, 'GET /', { Host: 'evil.example' })).status).toBe(403);
});

test('[ADV-68] the shipped server reveals neither what was built nor that a build ran', async () => {
  const { origin } = await startReady({ DEMO: '0' });
  for (const path of [
    '/esbuild',
    '/assets',
    '/assets/',
    '/campus/',
    '/campus/buildings/',
    '/images/',
    '/EventImg/',
  ]) {
    const { status, answer } = await askRaw(origin, `GET ${path}`, {
      Accept: 'text/event-stream',
      Origin: 'https://evil.example',
    });
    expect([path, [200, 404].includes(status)]).toEqual([path, true]);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).not.toMatch(/event-stream|^access-control-/im);
    // The app's own page or a problem, never a file listing.
    if (status === 200) expect(body).toContain(page().slice(0, 200));
    else expect(head).toContain('application/problem+json');
  }
});

test('[ADV-69] tools of tests and builds are unreachable, and not installed to serve', async () => {
  const { origin } = await startReady({ DEMO: '0' });
  for (const path of [
    '/__vitest__/',
    '/__vitest_api__',
    '/__vitest_test__/',
    '/__open-in-editor?file=/etc/passwd',
    '/__inspect/',
  ])
    await expectNothing(origin, path);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const name of ['vitest', 'vite', 'esbuild', 'rolldown', 'tsx', 'smtp-server', '@playwright/test'])
    expect([name, packages[`node_modules/${name}`]?.dev]).toEqual([name, true]);
});
