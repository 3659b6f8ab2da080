import type { CampusSettings } from '@madang/contract/campus/schema';

/** What a page says of itself to anyone who only reads its head: a messenger, a search engine, a home screen. */
export interface PageCard {
  /** Where browsers reach this site. */
  origin: string;
  product: CampusSettings['product'];
  university: string;
}

/** The page with the campus's names and its share card, the same for every address: it says nothing of a student. */
export function putCard(html: string, { origin, product, university }: PageCard): string {
  const name = escapeHtml(product.name);
  const tagline = escapeHtml(product.tagline);
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:locale', 'ko_KR'],
    ['og:site_name', name],
    ['og:title', `${name} · ${escapeHtml(university)}`],
    ['og:description', tagline],
    ['og:image', `${origin}/campus/share.png`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
  ];
  const tags = [
    ...properties.map(([property, content]) => `<meta property="${property}" content="${content}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    `<meta name="application-name" content="${name}" />`,
    `<meta name="apple-mobile-web-app-title" content="${name}" />`,
  ];
  return html
    .replace(/<title>.*?<\/title>/s, () => `<title>${name}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/s, () => `<meta name="description" content="${tagline}" />`)
    .replace(/\s*<\/head>/, (end) => ['', ...tags].join('\n    ') + end);
}

/** A link opens what it was sent for; what stands behind its question mark may be a secret. */
export function addressTag(origin: string, path: string): string {
  return `<meta property="og:url" content="${escapeHtml(origin + path)}" />\n  `;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
