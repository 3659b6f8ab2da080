import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PICTURES_MAX } from '@madang/contract/uploads/rules';
import { v7 as uuidv7 } from 'uuid';
import { makeHostilePictures, makePhoto, type HostilePicture } from '../../testing/hostile-pictures.ts';
import type { ApiClient } from '../../testing/outside/api-client.ts';
import { DrillServer } from './drill-server.ts';

export interface PictureCost {
  name: string;
  /** How it was answered. */
  status: number;
  /** By how many MB the server's resident memory rose at most. */
  megabytes: number;
  milliseconds: number;
}

export interface HostilePictureReport {
  alone: PictureCost[];
  /** The eight that cost the most, sent at the same time. */
  together: PictureCost;
  /** A photo of nearly 10 MB, and the five of a post at once. */
  photos: { one: PictureCost; five: PictureCost };
  /** 95th percentile, in milliseconds, of somebody else's reads: with nothing else to do, and during the eight. */
  readers: { quiet: number; during: number };
}

/** [M-20] Sends thirty hostile pictures to the built server, one after the other and then eight at once. */
export async function sendHostilePictures(folder: string): Promise<HostilePictureReport> {
  const pictures = await makeHostilePictures();
  const server = new DrillServer({ DATA_DIR: folder });
  await server.start();
  try {
    const browser = await server.signIn(server.accounts[0]);
    const send = (picture: HostilePicture) => upload(browser, picture.bytes);
    const alone: PictureCost[] = [];
    for (const picture of pictures) {
      const { result, ...cost } = await measure(server, () => send(picture));
      alone.push({ name: picture.name, status: result, ...cost });
    }
    const worst = alone.toSorted((one, other) => other.megabytes - one.megabytes).slice(0, 8);
    const eight = pictures.filter(({ name }) => worst.some((cost) => cost.name === name));
    const photos = await sendPhotos(server, browser);
    const reader = await server.signIn(server.accounts[1]);
    const quiet = await readWhile(reader, sleep(3_000));
    const sent = measure(server, () => Promise.all(eight.map(send)));
    const during = await readWhile(reader, sent);
    const { result, ...cost } = await sent;
    const together = { name: 'eight at once', status: Math.max(...result), ...cost };
    return { alone, together, photos, readers: { quiet, during } };
  } finally {
    await server.stop('SIGKILL');
  }
}

/** [PI-04] Sends a photo as large as one may be, and then the five of a post as a phone does that does not wait. */
async function sendPhotos(server: DrillServer, browser: ApiClient): Promise<HostilePictureReport['photos']> {
  const photo = await makePhoto();
  const send = async (name: string, count: number): Promise<PictureCost> => {
    const sendAll = () => Promise.all(Array.from({ length: count }, () => upload(browser, photo)));
    const { result, ...cost } = await measure(server, sendAll);
    return { name, status: Math.max(...result), ...cost };
  };
  return { one: await send('photo', 1), five: await send('five photos at once', PICTURES_MAX) };
}

async function upload(browser: ApiClient, bytes: Buffer): Promise<number> {
  const id = uuidv7();
  return (await browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody: bytes })).status;
}

/** Reads a list about a hundred times a second until the work is done; answers the 95th percentile. */
async function readWhile(browser: ApiClient, work: Promise<unknown>): Promise<number> {
  let busy = true;
  void work.finally(() => (busy = false));
  const times: number[] = [];
  while (busy) {
    const started = performance.now();
    await browser.call('GET /api/posts/latest', {});
    times.push(performance.now() - started);
    await sleep(10);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round((sorted[Math.floor(sorted.length * 0.95)] ?? 0) * 10) / 10;
}

/** Linux keeps the highest resident size of a process, and forgets it when it is told to. */
async function measure<Result>(server: DrillServer, work: () => Promise<Result>) {
  const status = `/proc/${server.processId}/status`;
  const read = async (name: string): Promise<number> =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(await readFile(status, 'utf8'))?.[1]) / 1024;
  await writeFile(`/proc/${server.processId}/clear_refs`, '5');
  const [before, started] = [await read('VmRSS'), Date.now()];
  const result = await work();
  const megabytes = Math.round((await read('VmHWM')) - before);
  return { result, megabytes, milliseconds: Date.now() - started };
}
