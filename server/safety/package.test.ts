import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePostBody, makeUpload } from '../testing/makers.ts';
import { BuiltServer } from '../testing/outside/built-server.ts';
import { TestBrowser } from '../testing/test-browser.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function run(command: string, parameters: readonly string[], options: object = {}): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

// Packing 70 MB is slow on a busy machine.
describe('the package', { timeout: 180_000 }, () => {
  let folder: string;
  let unpacked: string;
  let server: BuiltServer | undefined;
  beforeAll(() => {
    // Outside of the repository, so the package must contain everything it needs.
    folder = mkdtempSync(join(tmpdir(), 'madang-package-'));
    run(process.execPath, ['--import', 'tsx', 'scripts/package.ts', folder], { cwd: root });
    const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
    run('sha256sum', ['--check', `${archive}.sha256`], { cwd: folder });
    unpacked = join(folder, 'elsewhere', archive.replace('.tar.gz', ''));
    run('mkdir', [join(folder, 'elsewhere')]);
    run('tar', ['-xzf', join(folder, archive), '-C', join(folder, 'elsewhere')]);
    // The packed folder is not needed.
    rmSync(join(folder, archive.replace('.tar.gz', '')), { recursive: true });
  }, 180_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('serves a campus with Node alone: screens, sessions, pictures, posts, the operator command', async () => {
    const data = join(folder, 'data');
    server = new BuiltServer(
      { DATA_DIR: data, EDITION: 'official', HOME: folder },
      { folder, parameters: [join(unpacked, 'server', 'dist', 'main.js')] },
    );
    await server.start();
    const home = await (await fetch(server.origin)).text();
    expect(home).toMatch(/<html [^>]*lang="ko"/);
    expect(home).toContain('<main');
    const [, email = '', password = ''] = /account {3}(\S+) {2}(\S+)/.exec(server.output) ?? [];
    const browser = new TestBrowser(server.origin);
    await browser.call('POST /api/session', { body: { email, password } });
    const uploadId = await makeUpload({ id: '', email, nickname: '', browser });
    const { status } = await browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'main-hall' },
      body: makePostBody({ pictures: [{ uploadId, description: '' }] }),
    });
    expect(status).toBe(201);
    expect(server.takeComplaints()).toEqual([]);
    const report = run(process.execPath, [join(unpacked, 'server', 'bin', 'operator.mjs'), 'doctor'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], DATA_DIR: data, EDITION: 'official' },
    });
    expect(report).toMatch(/^ok +migrations/m);
    expect(report).not.toMatch(/^fail/m);
  });

  test('contains the licence of every library, a bill of materials, no sources and no secrets', () => {
    const licences = readFileSync(join(unpacked, 'LICENCES.txt'), 'utf8');
    const bill = JSON.parse(readFileSync(join(unpacked, 'bom.cdx.json'), 'utf8')) as {
      components: { purl: string; hashes?: { content: string }[] }[];
    };
    const installed = readdirSync(join(unpacked, 'node_modules')).flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(unpacked, 'node_modules', name)).map((inner) => `${name}/${inner}`)
        : [name],
    );
    expect(installed.length).toBeGreaterThan(30);
    for (const name of installed) {
      const path = join(unpacked, 'node_modules', name, 'package.json');
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
      expect(licences).toContain(`${name} ${version} (`);
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
      expect(bill.components.map((component) => component.purl)).toContain(purl);
    }
    for (const { hashes } of bill.components) expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    // A link would point to a folder of the packing machine.
    expect(files.filter((name) => lstatSync(join(unpacked, name)).isSymbolicLink())).toEqual([]);
    // Only the variable files that operators fill in are allowed.
    const shipped = files.filter((name) => !/^deploy\/cluster\/\w+\.env$/.test(name));
    expect(shipped.filter((name) => /\.(?:map|env|[cm]?ts)$|^data\//.test(name))).toEqual([]);
    expect(existsSync(join(unpacked, 'docs', 'operating.md'))).toBe(true);
  });

  test('repeated packing: byte-identical', () => {
    const again = join(folder, 'again');
    run(process.execPath, ['--import', 'tsx', 'scripts/package.ts', again], { cwd: root });
    const sumOf = (place: string) =>
      readdirSync(place)
        .filter((name) => name.endsWith('.sha256'))
        .map((name) => readFileSync(join(place, name), 'utf8'));
    expect(sumOf(again)).toEqual(sumOf(folder));
    expect(sumOf(again)).toHaveLength(1);
  });
});
