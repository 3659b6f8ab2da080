// `npm run licences`: lists every package of the lockfile by license.
// Fails on an unknown license, and on a package with an install script.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Licenses that allow distributing and running this product; reasons in docs/decisions/0007. */
const KNOWN = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  // type-fest offers MIT as an alternative.
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // As permissive as MIT; only argparse, a dependency of the API description's linter.
  'Python-2.0',
  'Zlib',
  // Only as separate libraries, linked and never changed: libvips below sharp, and build tools.
  'LGPL-3.0-or-later',
  'MPL-2.0',
]);
/** Licenses of packages that name none in their package.json, from their license file. */
const READ = new Map([['parse-cache-control', 'BSD-3-Clause']]);
/** Allowed install scripts: esbuild checks that its program starts. */
const SCRIPTS = new Set(['esbuild']);

const lock = JSON.parse(
  readFileSync(fileURLToPath(new URL('../package-lock.json', import.meta.url)), 'utf8'),
);
const byLicence = new Map();
const faults = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  const { link, version, hasInstallScript, dev } = entry;
  const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
  if (!name || link) continue;
  const license = entry.license ?? READ.get(name) ?? 'none';
  // Licenses joined by AND all apply; of those joined by OR one can be chosen.
  const parts = license.replaceAll(/[()]/g, '').split(' AND ');
  if (!parts.every((part) => part.split(' OR ').some((choice) => KNOWN.has(choice))))
    faults.push(`${name} ${version}: licence ${license}`);
  if (hasInstallScript && !SCRIPTS.has(name))
    faults.push(`${name} ${version}: runs a script when it is installed`);
  byLicence.set(license, [...(byLicence.get(license) ?? []), `${name} ${version}${dev ? ' (tools)' : ''}`]);
}
for (const [license, packages] of [...byLicence].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${license}: ${packages.length}\n  ${packages.sort().join(', ')}`);
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
