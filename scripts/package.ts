// `npm run package`: one folder that runs with Node alone, and an archive of it, in package/.
// Both are reproducible to the byte from the same commit on the same kind of machine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listLibraries } from '../web/libraries.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Maximum unpacked size in megabytes. */
const MEGABYTES_MAX = 80;
/** Files only for builds (maps, types and sources), and settings of this machine. */
const LEFT_OUT = /\.(?:map|[cm]?ts)$|\/deploy\/(?:\.env|rclone\.conf)$/;

interface Locked {
  version: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const { libraries, texts } = listLibraries(root);
const name = `madang-${version}-${process.platform}-${process.arch}`;
/** Target folder; default package/. */
const target = process.argv[2] ?? join(root, 'package');
const folder = join(target, name);

rmSync(folder, { recursive: true, force: true });
for (const path of [
  'LICENSE',
  'CHANGELOG.md',
  'docs/operating.md',
  'docs/more-machines.md',
  'docs/opening.ko.md',
  'docs/reference-commands.md',
  'docs/reference-environment.md',
  'docs/moderating.ko.md',
  'docs/moderating.md',
  'docs/law.md',
  'docs/privacy.md',
  'docs/pictures',
  'deploy',
  'campus/amenities.tsv',
  'campus/buildings.tsv',
  'campus/campus.json',
  'campus/holidays.tsv',
  'campus/synonyms.tsv',
  'campus/hours.tsv',
  'campus/map.tsv',
  'campus/periods.tsv',
  'campus/pictures',
  'campus/privacy.ko.json',
  'campus/room-aliases.tsv',
  'campus/rooms.tsv',
  'campus/terms.ko.json',
  'campus/timetable.tsv',
  'server/package.json',
  'server/bin',
  'server/dist',
  'server/migrations',
  'server/seed/content',
  'web/dist',
])
  copy(path);
for (const path of listInstalled()) copy(path);
writeLicences();
writeBill();
pack();

function copy(path: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    // The build stamp and npm's command links contain paths of the building machine.
    filter: (source) => !LEFT_OUT.test(source) && !['.built', '.bin'].includes(basename(source)),
  });
}

/** Returns the folders of the packages that the server's bundle does not include, with their dependencies. */
function listInstalled(): string[] {
  const found = new Set<string>();
  const visit = (from: string): void => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      // In the bundle: see build.mjs.
      if (needed.startsWith('@madang/') || (from === 'server' && needed === 'echarts')) continue;
      const path = resolve(from, needed);
      // Optional packages for other platforms are not installed.
      if (!path || found.has(path) || !existsSync(join(root, path))) continue;
      found.add(path);
      visit(path);
    }
  };
  visit('server');
  visit('campus');
  return [...found].sort();
}

/** Returns the path of a package as Node finds it: next to the dependent package, or in a folder above. */
function resolve(from: string, needed: string): string | undefined {
  for (let place = from; ; place = place.replace(/\/?[^/]*$/, '')) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${needed}`;
    if (packages[path]) return path;
    if (place === '') return undefined;
  }
}

function writeLicences(): void {
  const parts = libraries.map(
    ({ name, version, licence, texts: own }) =>
      `${name} ${version} (${licence})\n\n${own.map((index) => texts[index]).join('\n\n')}\n`,
  );
  writeFileSync(join(folder, 'LICENCES.txt'), parts.join(`\n${'-'.repeat(80)}\n\n`));
}

/**
 * Writes the bill of materials of LICENCES.txt in CycloneDX format.
 * `npm sbom --omit=dev` omits packages that a tool of another workspace also needs, such as sharp.
 */
function writeBill(): void {
  const integrities = new Map<string, string>();
  for (const [path, { version, integrity }] of Object.entries(packages))
    if (integrity) integrities.set(`${path.replace(/.*node_modules\//, '')}@${version}`, integrity);
  const components = libraries.map(({ name, version, licence }) => {
    const [, sum] = (integrities.get(`${name}@${version}`) ?? '').split('sha512-');
    return {
      type: 'library',
      'bom-ref': `${name}@${version}`,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [{ expression: licence }],
      ...(sum && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }),
    };
  });
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'madang', name: 'madang', version } },
    components,
  };
  writeFileSync(join(folder, 'bom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`);
}

function pack(): void {
  const megabytes = sizeOf(folder) / 1_000_000;
  if (megabytes > MEGABYTES_MAX)
    throw new Error(`the folder weighs ${megabytes.toFixed(1)} MB, more than ${MEGABYTES_MAX}`);
  const archive = `${folder}.tar.gz`;
  const tar = spawnSync(
    'tar',
    [
      '--sort=name',
      '--mtime=@0',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      '--format=gnu',
      '--use-compress-program=gzip -n9',
      '-cf',
      archive,
      name,
    ],
    { cwd: target, encoding: 'utf8' },
  );
  if (tar.status !== 0) throw tar.error ?? new Error(tar.stderr);
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
  console.log(`${archive}  ${(statSync(archive).size / 1_000_000).toFixed(1)} MB`);
  console.log(`${folder}  ${megabytes.toFixed(1)} MB\nsha256 ${sum}`);
}

function sizeOf(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, entry) => sum + sizeOf(join(path, entry)), 0);
}
