import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Matches file names of the build anywhere in its text. */
const NAME = /[\w.-]+-[\w-]{8}\.(?:js|css|json|svg|png|webp)\b/g;

/**
 * Copies the build with new file addresses, inside the repository to resolve packages.
 *
 * @param number id of the build, 1 to 9.
 * @param edit changes the text of each file of its web app.
 * @returns the path of its server program and a function that deletes the copy.
 */
export async function makeBuild(
  number: number,
  edit = (text: string): string => text,
): Promise<{ program: string; remove: () => Promise<void> }> {
  const folder = join(root, 'reports', `build-${process.pid}-${number}`);
  const [web, assets] = [join(folder, 'web', 'dist'), join(folder, 'web', 'dist', 'assets')];
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'server'), { recursive: true });
  await cp(join(root, 'server', 'package.json'), join(folder, 'server', 'package.json'));
  await cp(join(root, 'server', 'dist'), join(folder, 'server', 'dist'), { recursive: true });
  for (const path of ['server/bin', 'server/migrations', 'server/seed', 'campus'])
    await symlink(join(root, path), join(folder, path));
  const isPlain = (path: string): boolean => !/\.(?:br|gz)$/.test(path);
  await cp(join(root, 'web', 'dist'), web, { recursive: true, filter: isPlain });

  const names = new Map(
    (await readdir(assets)).map((name) => [name, name.replace(/\.(\w+)$/, `${number}.$1`)]),
  );
  const build = / data-build="(\w+)"/.exec(await readFile(join(web, 'index.html'), 'utf8'))?.[1] ?? '';
  const change = (text: string): string =>
    edit(text)
      .replaceAll(NAME, (name) => names.get(name) ?? name)
      .replaceAll(build, String(number).repeat(16));
  for (const [name, other] of names) await rename(join(assets, name), join(assets, other));
  const texts = ['index.html', 'sw.js', ...[...names.values()].map((name) => `assets/${name}`)];
  const paths = texts.filter((name) => /\.(?:html|js|css)$/.test(name)).map((name) => join(web, name));
  for (const path of [...paths, join(folder, 'server', 'dist', 'web-manifest.json')])
    await writeFile(path, change(await readFile(path, 'utf8')));
  return {
    program: join(folder, 'server', 'dist', 'main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
