// `npm run licences`: every package that the lockfile names, by licence. Fails on a licence that nobody has
// looked at yet, and on a package that runs a script of its own when it is installed.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Licences that let this product be given away and run as it is; the reasons stand in docs/decisions/0007. */
const KNOWN = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  // Offered by type-fest beside MIT.
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // As free as MIT; argparse alone, below the linter of the API description.
  'Python-2.0',
  'Zlib',
  // Only as libraries of their own, linked and never changed: libvips below sharp, and build tools.
  'LGPL-3.0-or-later',
  'MPL-2.0',
]);
/** Packages that name no licence in their package.json, and the one that their licence file is. */
const READ = new Map([['parse-cache-control', 'BSD-3-Clause']]);
/** What may run when it is installed: esbuild checks that its program starts. */
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
  // All that are joined by AND hold; of those that are joined by OR we may choose one.
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
