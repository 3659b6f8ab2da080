import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { IMAGE_SIZES } from '@madang/contract/posts/rules';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { DecoderProcess } from './decoder-process.ts';

const large = () =>
  sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: '#4c8a5e' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
const small = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#4c8a5e' } })
    .png()
    .toBuffer();

const encode = (decoder: DecoderProcess, bytes: Buffer) =>
  decoder.run({ task: 'encodeImage', bytes, options: { sizes: [IMAGE_SIZES.small], pixelsMax: 25_000_000 } });

const isThere = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

/** Waits until the process is gone; limited by the test's timeout. */
const waitForEnd = async (id: number) => {
  while (isThere(id)) await sleep(20);
};

const ids: number[] = [];
const remember = async (decoder: DecoderProcess): Promise<number> => {
  const id = await decoder.id();
  if (id === null) throw new Error('no process');
  ids.push(id);
  return id;
};
afterEach(async () => {
  for (const id of ids.splice(0).filter(isThere)) {
    process.kill(id, 'SIGKILL');
    await waitForEnd(id);
  }
});

test('picture beyond its memory limit: ends the decoder, and the next picture is decoded', async () => {
  const decoder = new DecoderProcess(32 * 1024 * 1024);
  await encode(decoder, await small());
  const first = await remember(decoder);
  await expect(encode(decoder, await large())).rejects.toMatchObject({ code: 'image.costly' });
  await waitForEnd(first);
  expect(await encode(decoder, await small())).toMatchObject([{ width: 40, height: 30 }]);
  expect(await remember(decoder)).not.toBe(first);
});

test('stopped decoder: fails its task with a retry time, and decodes the next picture', async () => {
  const decoder = new DecoderProcess();
  await encode(decoder, await small());
  const first = await remember(decoder);
  const stopped = encode(decoder, await large());
  await Promise.all([
    decoder.stop(),
    expect(stopped).rejects.toMatchObject({ code: 'server.unavailable', retryAfter: 5 }),
  ]);
  await waitForEnd(first);
  expect(await encode(decoder, await small())).toMatchObject([{ width: 40, height: 30 }]);
  await remember(decoder);
});

test('one process: decodes picture after picture, also if its group is signalled to stop', async () => {
  const decoder = new DecoderProcess();
  await encode(decoder, await small());
  const first = await remember(decoder);
  process.kill(first, 'SIGTERM');
  process.kill(first, 'SIGINT');
  await encode(decoder, await small());
  expect(await decoder.id()).toBe(first);
});

test('externally killed decoder: one answer with a retry, and no more', async () => {
  const decoder = new DecoderProcess();
  await encode(decoder, await small());
  const first = await remember(decoder);
  const outcome = encode(decoder, await large());
  process.kill(first, 'SIGKILL');
  await expect(outcome).rejects.toMatchObject({ code: 'server.unavailable', retryAfter: 5 });
  expect(await encode(decoder, await small())).toHaveLength(1);
  await remember(decoder);
});

test.runIf(process.platform === 'linux')(
  'decoder: has no environment of the server, and a limited address space',
  async () => {
    process.env['MADANG_TEST_SECRET'] = 'hidden';
    const decoder = new DecoderProcess();
    await encode(decoder, await small());
    delete process.env['MADANG_TEST_SECRET'];
    const id = await remember(decoder);
    expect(readFileSync(`/proc/${id}/environ`, 'utf8')).not.toContain('MADANG_TEST_SECRET');
    expect(readFileSync(`/proc/${id}/limits`, 'utf8')).toMatch(/^Max address space +\d+ +\d+ +bytes/m);
  },
);

test('decoder: ends with its parent, even a killed one, and never delays its end', async () => {
  const module = new URL('decoder-process.ts', import.meta.url).href;
  const picture = (await small()).toString('base64');
  const program = (after: string) => `
    const { DecoderProcess } = await import(${JSON.stringify(module)});
    const decoder = new DecoderProcess();
    const bytes = Buffer.from('${picture}', 'base64');
    await decoder.run({ task: 'encodeImage', bytes, options: ${JSON.stringify({ sizes: [IMAGE_SIZES.small], pixelsMax: 25_000_000 })} });
    console.log(await decoder.id());
    ${after}`;
  for (const [after, how] of [
    ['setInterval(() => {}, 1_000);', 'killed'],
    ['', 'done'],
  ] as const) {
    const parent = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program(after)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(parent, 'exit');
    const [line] = await Promise.race([once(parent.stdout, 'data') as Promise<[Buffer]>, ended]);
    const id = Number(String(line));
    ids.push(id);
    expect(id).toBeGreaterThan(1);
    if (how === 'killed') parent.kill('SIGKILL');
    expect(await ended).toEqual(how === 'killed' ? [null, 'SIGKILL'] : [0, null]);
    await waitForEnd(id);
  }
});
