import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProxies } from '../../scripts/system-parts.mjs';
import { makeFolder } from '../testing/make-folder.ts';
import { makePost, makePostBody, makeUser, type MadeUser } from '../testing/makers.ts';
import { findFreePort } from '../testing/postgres-cluster.ts';
import { startProxies, type Proxies } from '../testing/proxies.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { TestBrowser } from '../testing/test-browser.ts';

// Debian's nginx and HAProxy in front of one server, with defaults and with what docs/operating.md asks of a proxy.

const SITE = 'http://madang.example.ac.kr';
const PAGE = '<!doctype html><html lang="ko"><head><title>마당</title></head><body></body></html>';

/** The settings that docs/operating.md asks of a proxy, as a site of nginx. */
const nginxSite = (port: number, server: number) => `
upstream madang {
  server 127.0.0.1:${server};
}
server {
  listen 127.0.0.1:${port};
  client_max_body_size 11m;
  location / {
    proxy_pass http://madang;
    proxy_http_version 1.1;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  }
}`;

/** The same for HAProxy. */
const haproxySite = (port: number, server: number) => `
frontend madang
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend madang
backend madang
  option httpchk GET /health/ready
  server one 127.0.0.1:${server} check
`;

const folder = makeFolder('web');
let testApp: TestApp;
let user: MadeUser;
let postId: string;
let proxies: Proxies;
let ports: { stock: number; docs: number; gzip: number; haproxy: number; bare: number };

beforeAll(async () => {
  if (!findProxies()) return;
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'app.js'), 'void 0;\n'.repeat(300));
  writeFileSync(join(folder, 'app.js.gz'), gzipSync('void 0;\n'.repeat(300)));
  testApp = await startTestApp({ webFolder: folder, siteOrigin: SITE });
  user = await makeUser(testApp);
  postId = await makePost(user, 'main-hall', { body: '콘센트도 자리마다 있어요. '.repeat(100) });
  const server = Number(new URL(testApp.origin).port);
  const [stock = 0, ours = 0, gzip = 0, haproxy = 0, bare = 0] = await Promise.all(
    Array.from({ length: 5 }, findFreePort),
  );
  ports = { stock, docs: ours, gzip, haproxy, bare };
  const pass = `proxy_pass http://127.0.0.1:${server};`;
  const again = 'gzip_types application/json text/javascript; proxy_set_header Accept-Encoding "";';
  proxies = await startProxies(
    `${nginxSite(ours, server)}
server { listen 127.0.0.1:${stock}; location / { ${pass} } }
server { listen 127.0.0.1:${gzip}; location / { ${again} ${pass} } }`,
    `${haproxySite(haproxy, server)}
frontend bare
  bind 127.0.0.1:${bare}
  default_backend bare
backend bare
  option httpchk
  server one 127.0.0.1:${server} check
backend named
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host 127.0.0.1:${server}
  server one 127.0.0.1:${server} check
`,
    Object.values(ports),
  );
});
afterAll(async () => {
  await proxies?.close();
  await testApp?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Returns the user's browser at a proxy's address instead of the site's. */
function through(port: number): TestBrowser {
  const browser = new TestBrowser(`http://127.0.0.1:${port}`, { page: SITE, described: true });
  browser.cookie = user.browser.cookie;
  return browser;
}

test.runIf(findProxies())(
  'HAProxy’s checks by address find the server up, and stock nginx passes reads and writes',
  async () => {
    const up = 'UP L7OK';
    await expect
      .poll(() => proxies.checks(), { timeout: 20_000 })
      .toEqual({ madang: up, bare: up, named: up });
    for (const port of Object.values(ports)) {
      const browser = through(port);
      expect(await (await browser.send('GET', '/')).text()).toContain('<title>마당</title>');
      expect((await browser.call('GET /api/session', {})).body.user?.id).toBe(user.id);
      const written = await browser.call('POST /api/buildings/{buildingId}/posts', {
        path: { buildingId: 'main-hall' },
        body: makePostBody(),
      });
      const path = { id: written.body.post.id };
      expect(
        (await browser.call('POST /api/posts/{id}/replies', { path, body: { id: uuidv7(), body: '댓글' } }))
          .status,
      ).toBe(201);
      const foreign = { headers: { Origin: 'https://evil.example' } };
      expect((await browser.send('PUT', `/api/posts/${path.id}/like`, foreign)).status).toBe(403);
    }
  },
);

test.runIf(findProxies())(
  'behind an nginx that compresses again, and any other, what one has is answered 304',
  async () => {
    for (const path of [`/api/posts/${postId}`, '/api/posts/latest', '/app.js']) {
      for (const port of Object.values(ports)) {
        const ask = (headers: Record<string, string>) =>
          through(port).send('GET', path, { headers: { 'Accept-Encoding': 'gzip', ...headers } });
        const first = await ask({});
        await first.arrayBuffer();
        if (port === ports.gzip)
          expect([path, first.headers.get('content-encoding')]).toEqual([path, 'gzip']);
        const etag = first.headers.get('etag') ?? '';
        for (const header of [etag, `"other", ${etag}`, etag.replace(/^W\//, ''), '*']) {
          const again = await ask({ 'If-None-Match': header });
          expect([path, port, header, again.status]).toEqual([path, port, header, 304]);
        }
        expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200);
      }
    }
  },
);
