import { expect, test } from 'vitest';
import { PageTemplate } from './page-template.ts';

const html = `<head>
    <meta
      name="description"
      content="general"
    />
    <title>general</title>
  </head>
  <body></body>`;
const card = {
  origin: 'https://madang.example',
  product: { name: '<마당>', latinName: 'Madang', tagline: '게시판이 "하나씩" $&' },
  university: '다른 대학교',
};
const template = new PageTemplate(html, card, () => '');
const fill = (path: string, answers = new Map<string, string>()) =>
  template.begin({ path, leadsTo: null, drawn: null, styles: [], scripts: [], answers });

/** Returns the attributes of the head's meta elements, decoded. */
function readMeta(page: string): Record<string, string> {
  const decode = (text = ''): string =>
    text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const found = page.matchAll(/<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"\s*\/>/g);
  return Object.fromEntries([...found].map(([, name = '', content]) => [name, decode(content)]));
}

test('card: made of the campus’s texts, none of which can end an attribute', () => {
  const page = fill('/');
  expect(readMeta(page)).toMatchObject({
    description: card.product.tagline,
    'og:title': '<마당> · 다른 대학교',
    'og:description': card.product.tagline,
    'og:image': 'https://madang.example/campus/share.png',
    'application-name': '<마당>',
    'apple-mobile-web-app-title': '<마당>',
  });
  expect(page).toContain('<title>&#60;마당&#62;</title>');
  expect(page).not.toContain('general');
});

test('post link: shows the same card, with only its own address', () => {
  const answers = new Map([['GET /api/posts/7', JSON.stringify({ title: '비밀', nickname: '누구' })]]);
  const [post, home] = [fill('/post/7"><script>', answers), fill('/')];
  const { 'og:url': address, ...rest } = readMeta(post);
  const { 'og:url': _, ...general } = readMeta(home);
  expect(address).toBe('https://madang.example/post/7"><script>');
  expect(rest).toEqual(general);
  expect(post.slice(0, post.indexOf('<script'))).not.toMatch(/비밀|누구/);
});
