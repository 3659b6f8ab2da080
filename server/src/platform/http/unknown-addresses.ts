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
/** Programs, settings and copies of data that others serve by mistake. */
const ENDING =
  /\.(?:asp|aspx|bak|cfm|cgi|conf|env|git|gz|ini|jsp|log|old|php\d?|phtml|sql|swp|tar|tgz|ya?ml|zip)$/;

/**
 * Whether an address is one that monitors and scanners ask any site for, such as `/metrics`, `/.env` or `*.php`. They
 * are answered 404 and not with the page, which every other unknown address gets [RT-05] [RT-17]: a monitor would take
 * a page for what it looks for. `path` as it was sent; names that begin with a dot count, but for `/.well-known`.
 */
export function isProbe(path: string): boolean {
  const segments = decode(path).toLowerCase().split('/').filter(Boolean);
  const [first = ''] = segments;
  if (FIRST.has(first)) return true;
  if (segments.some((segment) => WORDPRESS.test(segment) || ENDING.test(segment))) return true;
  return segments.some(
    (segment, index) => segment.startsWith('.') && !(index === 0 && segment === '.well-known'),
  );
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
