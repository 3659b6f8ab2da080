import { expect, test } from 'vitest';
import { firstAddresses, PageTemplate } from './first-answers.ts';

const asked = (path: string, visit: { search?: string; signedIn?: boolean } = {}) =>
  firstAddresses({ path, search: '', signedIn: true, features: [], ...visit }).slice(1);

test('a student’s screen asks for what its address names', () => {
  const wanted = ['/api/buildings/main-hall', '/api/buildings/main-hall/posts?order=recent'];
  expect(asked('/building/main-hall')).toEqual(wanted);
  expect(asked('/Building/main-hall/')).toEqual(wanted);
  expect(asked('/')).toEqual(['/api/events']);
  expect(asked('/nowhere')).toEqual([]);
});

test('behind a question mark, and for visitors, nothing is certain but the campus', () => {
  expect(asked('/building/main-hall', { search: 'sort=popular' })).toEqual([]);
  expect(firstAddresses({ path: '/building/main-hall', search: '', signedIn: false, features: [] })).toEqual([
    '/api/campus',
  ]);
});

test('parts of an address are encoded as the web app does', () => {
  expect(asked('/post/%EA%B0%80')).toEqual(['/api/posts/%EA%B0%80']);
  expect(asked('/post/a%2Fb?c')).toEqual(['/api/posts/a%2Fb%3Fc']);
  expect(asked('/post/%')).toEqual(['/api/posts/%25']);
});

const card = {
  origin: 'https://madang.example',
  product: { name: '마당', latinName: 'Madang', tagline: '게시판이 "하나씩" <b>' },
  university: '고려대학교',
};

const html = `<head>
    <link rel="icon" href="/icon.svg" />
    <link rel="preload" as="fetch" href="/api/session" crossorigin="anonymous" />
    <link rel="preload" as="style" href="/start.css" />
  </head>
  <body></body>`;

/** What a browser reads: the element ends at the first closing tag. */
function read(page: string): { data: unknown; rest: string } {
  const match = /<script type="application\/json" id="answers">(.*?)<\/script>/s.exec(page);
  return { data: JSON.parse(match?.[1] ?? ''), rest: page.replace(match?.[0] ?? '', '') };
}

test('answers stand in the page instead of what would ask for them', () => {
  const page = new PageTemplate(html, card).fill(
    '/',
    new Map([
      ['GET /api/session', '{"user":null}'],
      ['GET /api/campus', '{"name":"$& $1"}'],
    ]),
  );
  const { data, rest } = read(page);
  expect(data).toEqual({ 'GET /api/session': { user: null }, 'GET /api/campus': { name: '$& $1' } });
  expect(rest).not.toContain('as="fetch"');
  expect(rest).toContain('as="style"');
  expect(rest).toMatch(/\s+<\/head>\s+<body><\/body>$/);
});

test('no text of a student ends the element or begins another', () => {
  const title = '</script><script>alert(1)</script><!-- <SCRIPT \u2028 \\ "';
  const page = new PageTemplate(html, card).fill(
    '/',
    new Map([[`GET /api/posts/${title}`, JSON.stringify({ title })]]),
  );
  expect(page.match(/<\/?script/gi)).toEqual(['<script', '</script']);
  expect(page).not.toContain('<!--');
  expect(read(page).data).toEqual({ [`GET /api/posts/${title}`]: { title } });
});
