// System packages for the tests: browsers, Korean fonts, PostgreSQL, proxies, an S3 store, a PostgreSQL cluster, and
// checkers of alerts and units.
// On a Debian machine with the required rights, missing ones are installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} name @returns {string | null} */
function findInPath(name) {
  const folder = (process.env.PATH ?? '').split(':').find((entry) => existsSync(join(entry, name)));
  return folder ? join(folder, name) : null;
}

/**
 * Returns the browser's program, or null.
 * Headless Chromium is first: the same engine needs a third less processor time for a journey.
 *
 * @returns {string | null}
 */
export function findChromium() {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  return names.map(findInPath).find((path) => path !== null) ?? null;
}

/** Returns the folder of the newest PostgreSQL's programs, or null. @returns {string | null} */
export function findPostgres() {
  const inPath = findInPath('initdb');
  // A link leads to the folder of the others.
  if (inPath) return join(realpathSync(inPath), '..');
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return null;
  const versions = readdirSync(root).sort((left, right) => Number(right) - Number(left));
  return (
    versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ??
    null
  );
}

/** Returns the program that archives PostgreSQL's WAL and restores a moment, or null. @returns {string | null} */
export function findPgbackrest() {
  return findInPath('psql') && findInPath('pgbackrest');
}

/** Returns the program that checks and tests Prometheus' rules, or null. @returns {string | null} */
export function findPromtool() {
  return findInPath('promtool');
}

/** Returns the checker of units if their programs other than Node exist, or null. @returns {string | null} */
export function findSystemdAnalyze() {
  return findInPath('curl') && findInPath('systemd-analyze');
}

/**
 * Returns nginx and HAProxy if Debian's settings and the tool for certificates exist, or null.
 *
 * @returns {{ nginx: string, haproxy: string } | null}
 */
export function findProxies() {
  const [nginx, haproxy] = [findProgram('nginx'), findProgram('haproxy')];
  const settings = ['/etc/nginx/nginx.conf', '/etc/haproxy/haproxy.cfg'].every((path) => existsSync(path));
  return nginx && haproxy && settings && findInPath('openssl') ? { nginx, haproxy } : null;
}

/** Returns Caddy, or null. @returns {string | null} */
export function findCaddy() {
  return findInPath('caddy');
}

/**
 * Returns OpenStack Swift, with an S3 interface that checks signatures, and its cache; or null.
 *
 * @returns {{ folder: string, memcached: string } | null}
 */
export function findSwift() {
  const servers = ['proxy', 'account', 'container', 'object'].map((part) =>
    findProgram(`swift-${part}-server`),
  );
  const memcached = findProgram('memcached');
  const [first] = servers;
  return first && memcached && servers.every(Boolean) ? { folder: join(first, '..'), memcached } : null;
}

/**
 * Returns the programs of a PostgreSQL cluster with automatic failover, without PostgreSQL; or null.
 *
 * @returns {{ patroni: string, etcd: string, haproxy: string } | null}
 */
export function findCluster() {
  const [patroni, etcd, haproxy] = ['patroni', 'etcd', 'haproxy'].map(findProgram);
  return patroni && etcd && haproxy && findProgram('ip') ? { patroni, etcd, haproxy } : null;
}

/** True if network namespaces can be created: as root, and not in every container. */
export function canMakeNamespaces() {
  const name = 'mdgtry';
  /** @param {string[]} parameters */
  const ip = (...parameters) => spawnSync('ip', parameters, { stdio: 'ignore' }).status === 0;
  if (process.platform !== 'linux' || !ip('netns', 'add', name)) return false;
  const can = ip('netns', 'exec', name, 'true') && ip('-n', name, 'link', 'add', 'mdgbr', 'type', 'bridge');
  ip('netns', 'del', name);
  return can;
}

/** Returns the program of a service, which need not be in PATH. @param {string} name @returns {string | null} */
function findProgram(name) {
  return findInPath(name) ?? (existsSync(`/usr/sbin/${name}`) ? `/usr/sbin/${name}` : null);
}

/** True if Korean fonts are installed. */
function hasKoreanFonts() {
  const { stdout } = spawnSync('fc-list', [':lang=ko', 'family'], { encoding: 'utf8' });
  return (stdout ?? '').trim() !== '';
}

/** A headless browser needs a third less processor time, so it is installed in addition to a full one. */
const hasBrowser = () =>
  canInstall() ? findInPath('chromium-headless-shell') !== null : findChromium() !== null;

/** `all`: only `npm run test:all` needs it. */
const parts = [
  { name: 'Chromium', packages: ['chromium-headless-shell'], present: hasBrowser },
  { name: 'Korean fonts', packages: ['fonts-noto-cjk', 'fontconfig'], present: hasKoreanFonts },
  { name: 'PostgreSQL', packages: ['postgresql'], present: () => findPostgres() !== null },
  {
    name: 'nginx and HAProxy',
    packages: ['nginx', 'haproxy', 'openssl'],
    present: () => findProxies() !== null,
  },
  { name: 'Caddy', all: true, packages: ['caddy'], present: () => findCaddy() !== null },
  {
    name: 'Firefox and WebKit',
    all: true,
    packages: ['firefox-esr', 'webkit2gtk-driver', 'xvfb'],
    present: () => ['firefox-esr', 'WebKitWebDriver', 'Xvfb'].every((name) => findInPath(name) !== null),
  },
  { name: 'promtool', all: true, packages: ['prometheus'], present: () => findPromtool() !== null },
  {
    name: 'systemd-analyze',
    all: true,
    packages: ['systemd', 'curl'],
    present: () => findSystemdAnalyze() !== null,
  },
  {
    name: 'Swift',
    all: true,
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
    present: () => findSwift() !== null,
  },
  {
    name: 'Patroni and etcd',
    all: true,
    packages: ['patroni', 'etcd-server', 'python3-etcd', 'haproxy', 'iproute2'],
    present: () => findCluster() !== null,
  },
];

/**
 * Installs missing parts if possible and prints their names and size before.
 *
 * @param {boolean} all whether the full suite needs it
 * @returns {{ chromium: boolean, fonts: boolean, postgres: boolean, proxies: boolean, caddy: boolean, others: boolean, promtool: boolean, units: boolean, swift: boolean, cluster: boolean }} parts that exist afterwards
 */
export function ensureSystemParts(all) {
  const missing = parts.filter((part) => (all || !part.all) && !part.present());
  if (missing.length > 0 && canInstall()) {
    const packages = missing.flatMap((part) => part.packages);
    apt(['update']);
    console.log(`Installing ${packages.join(', ')} …`);
    sayHowMuch(packages);
    apt(['install', '-y', '--no-install-recommends', ...packages]);
  }
  const [
    chromium = false,
    fonts = false,
    postgres = false,
    proxies = false,
    caddy = false,
    others = false,
    promtool = false,
    units = false,
    swift = false,
    cluster = false,
  ] = parts.map(({ present }) => present());
  return { chromium, fonts, postgres, proxies, caddy, others, promtool, units, swift, cluster };
}

function canInstall() {
  return findInPath('apt-get') !== null && process.getuid?.() === 0;
}

/** Prints the sizes that apt reports before asking for confirmation. @param {string[]} packages */
function sayHowMuch(packages) {
  const { stdout } = spawnSync(
    'apt-get',
    ['-q', '--assume-no', 'install', '--no-install-recommends', ...packages],
    { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  );
  for (const line of stdout.split('\n')) if (/^Need to get|^After this/.test(line)) console.log(line);
}

/** @param {string[]} parameters */
function apt(parameters) {
  spawnSync('apt-get', ['-q', ...parameters], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
