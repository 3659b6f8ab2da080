import { runInNewContext } from 'node:vm';
import { SHOWN } from '@madang/contract/offline/rules';
import { expect, test } from 'vitest';
import { policyHash } from '../http/request.ts';
import { PageTemplate, type SharedPart } from './page-template.ts';

const card = {
  origin: 'https://madang.example',
  product: { name: '마당', latinName: 'Madang', tagline: '게시판이 "하나씩" <b>' },
  university: '고려대학교',
};

const html = `<head>
    <link rel="icon" href="/icon.svg" />
    <link rel="preload" as="fetch" href="/api/session" crossorigin="anonymous" />
    <script>early()</script>
    <script type="module" crossorigin src="/assets/start.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/start.css">
  </head>
  <body><div id="root"></div></body>`;
const styles: Record<string, string> = { '/assets/start.css': '.a{}', '/assets/list.css': '.b{}' };
const template = new PageTemplate(html, card, (address) => styles[address] ?? '');
const nothing: SharedPart = {
  path: '/',
  leadsTo: null,
  drawn: null,
  styles: [],
  scripts: [],
  answers: new Map(),
};

/** Parses as a browser does: the element ends at the first closing tag. */
function read(page: string, id: 'shared' | 'own'): unknown {
  const json = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(page)?.[1];
  return JSON.parse(json ?? '');
}

test('page: contains its screen, its data, and the viewer’s own data at its end', () => {
  const answers = new Map([['GET /api/campus', '{"name":"$& $1"}']]);
  const drawn = { html: '<p>$& drawn</p>', now: 7 };
  const scripts = ['/assets/list.js'];
  const page = template.begin({ ...nothing, drawn, scripts, answers, leadsTo: '/login?next=%2F' });
  expect(page).toContain('<div id="root"><p>$& drawn</p></div>');
  expect(read(page, 'shared')).toEqual({
    now: 7,
    scripts,
    answers: { 'GET /api/campus': { name: '$& $1' } },
    leadsTo: '/login?next=%2F',
  });
  const end = template.end('{"session":{"user":null}}');
  expect(read(end, 'own')).toEqual({ session: { user: null } });
  expect(end).toMatch(/<script>.*import\("\/assets\/start\.js"\).*<\/script>\s*<\/body>$/s);
  expect(read(template.end('{}'), 'own')).toEqual({});
  expect(template.plainEnd()).not.toContain('<script');
});

test('[PH-02] start script: saves the page’s data if it closes before the app stored it', () => {
  const answers = new Map([['GET /api/hots', '{"hots":[]}']]);
  const drawn = { html: '', now: 7 };
  const leave = (end: string, stored = false, page = template.begin({ ...nothing, drawn, answers })) => {
    const saved: Record<string, unknown> = {};
    const listeners: (() => void)[] = [];
    const element = (id: 'shared' | 'own') => ({
      textContent: JSON.stringify(read(page + end, id)),
      isConnected: !stored,
    });
    runInNewContext(/<script>(.*)<\/script>\s*<\/body>/s.exec(end)?.[1] ?? '', {
      document: { getElementById: element },
      location: { pathname: '/board/hot', search: '?a=b' },
      addEventListener: (name: string, listener: () => void) =>
        name === 'pagehide' && listeners.push(listener),
      localStorage: { setItem: (key: string, text: string) => (saved[key] = JSON.parse(text)) },
      PerformanceObserver: class {
        observe(): void {}
      },
      setTimeout: () => 0,
    });
    for (const listener of listeners) listener();
    return saved;
  };
  const session = { user: { id: 'one', email: 'one@korea.ac.kr' }, blocked: ['two'], unread: 1 };
  const user = template.end(JSON.stringify({ session }));
  expect(leave(user)).toEqual({
    [`${SHOWN}/board/hot?a=b`]: {
      userId: 'one',
      blocked: ['two'],
      page: JSON.stringify({ scripts: [], answers: { 'GET /api/hots': { hots: [] } }, now: 7 }),
    },
  });
  expect(leave(user, true)).toEqual({});
  expect(leave(user, false, template.begin({ ...nothing, answers }))).toEqual({});
  expect(leave(template.end('{"session":{"user":null}}'))).toEqual({});
  expect(leave(template.end('{}'))).toEqual({});
});

test('fault script: comes before the app, and the policy allows it; otherwise there is none', () => {
  const reporting = new PageTemplate(html, card, (address) => styles[address] ?? '', 'report("$&")');
  const page = reporting.begin(nothing) + reporting.end('{}');
  expect(page).toMatch(/<script>report\("\$&"\)<\/script>.*<\/head>/s);
  expect(reporting.policy([])).toContain(policyHash('report("$&")'));
  expect(template.begin(nothing)).not.toContain('report');
  expect(template.policy([])).not.toContain(policyHash('report("$&")'));
});

test('styles: inlined in the page, and marked as loaded for the app', () => {
  const page = template.begin({ ...nothing, styles: ['/assets/list.css'] });
  expect(page).toContain('<style>.a{}</style><style>.b{}</style>');
  expect(page.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
    '<link rel="stylesheet" href="/assets/start.css" disabled>',
    '<link rel="stylesheet" href="/assets/list.css" disabled>',
  ]);
  expect(page).not.toMatch(/as="fetch"|type="module"/);
});

test('policy: names each inline script and style of its page, and no others', () => {
  const policy = template.policy(['/assets/list.css']);
  expect(policy).toContain("script-src 'self' 'sha256-");
  const scripts = (template.begin(nothing) + template.end('{}')).match(/<script>/g);
  expect(policy.match(/sha256-/g)).toHaveLength((scripts?.length ?? 0) + 2);
  expect(template.policy([]).match(/sha256-/g)).toHaveLength((scripts?.length ?? 0) + 1);
  expect(policy).not.toContain('unsafe');
});

test('no text of a student ends an element or begins another', () => {
  const title = '</script><script>alert(1)</script><!-- <SCRIPT \u2028 \\ "';
  const answers = new Map([[`GET /api/posts/${title}`, JSON.stringify({ title })]]);
  const page = template.begin({ ...nothing, answers, leadsTo: title });
  const empty = template.begin(nothing);
  expect(page.match(/<\/?script/gi)).toEqual(empty.match(/<\/?script/gi));
  expect(page).not.toContain('<!--');
  expect(read(page, 'shared')).toMatchObject({
    answers: { [`GET /api/posts/${title}`]: { title } },
    leadsTo: title,
  });
});
