import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { libraries } from './libraries.ts';
import { betaTexts } from './src/copy.ko.ts';

/** Screens available offline after the first visit, together with home. */
const SCREENS = [
  'accounts/login',
  'posts/hot',
  'posts/latest',
  'places/building-list',
  'places/building',
  'replies/post',
  'write/write',
  'mypage/my-page',
  'mypage/outbox',
];

/** The same, for the official edition only. */
const OFFICIAL_SCREENS = ['places/map', 'places/emergency'];

/**
 * Builds `/sw.js`, the worker (docs/decisions/0062), and `/sw-off.js`, which removes it. Marks the page with the build that
 * page, worker and server compare.
 */
export function buildWorker(root: string): Plugin {
  const bundleFile = async (name: string, constants: Record<string, unknown>): Promise<string> => {
    const define = Object.entries(constants).map(([key, value]) => [key, JSON.stringify(value)]);
    const built = (await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { 'process.env.NODE_ENV': '"production"', ...Object.fromEntries(define) },
      plugins: [libraries(root)],
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: {
          input: fileURLToPath(new URL(`worker/${name}.ts`, import.meta.url)),
          output: { format: 'iife', codeSplitting: false },
        },
      },
    })) as Rolldown.RolldownOutput;
    return built.output[0].code;
  };
  return {
    name: 'build-worker',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('the build has no page');
        const html = page.source.toString();
        const id = createHash('sha256').update(html).digest('hex').slice(0, 16);
        page.source = html.replace('<html ', `<html data-build="${id}" `);
        const files = listFiles(bundle, SCREENS);
        const official = listFiles(bundle, OFFICIAL_SCREENS).filter((file) => !files.includes(file));
        const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
        const constants = { BUILD: id, FILES: files, OFFICIAL_FILES: official, NEWS: betaTexts['push.news'] };
        emit('sw.js', await bundleFile('worker', constants));
        emit('sw-off.js', await bundleFile('remove', {}));
      },
    },
  };
}

/** Returns the files of the start, these screens and their lazy parts, including styles. */
function listFiles(bundle: Rolldown.OutputBundle, screens: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const fileOf = (module: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/features/${module}-screen.tsx`));
  const wanted = screens.map((module) => {
    const chunk = fileOf(module);
    if (!chunk) throw new Error(`${module} has no file to be kept on the phone`);
    return chunk.fileName;
  });
  const found = new Set<string>();
  const collect = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    // The start's styles are inlined in the page.
    if (!chunk.isEntry) for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    for (const part of chunk.imports) collect(part);
    for (const part of chunk.dynamicImports) {
      const next = bundle[part];
      const isScreen = next?.type === 'chunk' && next.facadeModuleId?.endsWith('-screen.tsx');
      if (!isScreen) collect(part);
    }
  };
  for (const { fileName, isEntry } of chunks) if (isEntry) collect(fileName);
  wanted.forEach(collect);
  return [...found].sort().map((name) => `/${name}`);
}
