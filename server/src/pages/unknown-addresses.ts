/** First segments that programs ask any site for, and that no page of ours begins with. */
const FIRST = new Set([
  '_profiler',
  'actuator',
  'autodiscover',
  'boaform',
  'cgi-bin',
  'graphql',
  'healthz',
  'hnap1',
  'livez',
  'manager',
  'metrics',
  'owa',
  'phpmyadmin',
  'pma',
  'readyz',
  'server-info',
  'server-status',
  'solr',
  'telescope',
  'vendor',
  'wordpress',
]);

/** What WordPress has, wherever it may lie: `/wp-admin/`, `/blog/wp-login.php`. */
const WORDPRESS = /^wp-(?:admin|content|includes|json|login|config)/;
/**
 * Whether an address is no screen's: it names a file (no screen has a dot in its address), or it is one that monitors and
 * scanners ask any site for, such as `/metrics`. Both are answered 404 and not with the page, which every other unknown
 * address gets [RT-05] [RT-17]: anyone who looks for a file would take the page for it. `path` as it was sent.
 */
export function isNoScreen(path: string): boolean {
  const segments = decode(path).toLowerCase().split('/').filter(Boolean);
  const [first = ''] = segments;
  return FIRST.has(first) || segments.some((segment) => segment.includes('.') || WORDPRESS.test(segment));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
