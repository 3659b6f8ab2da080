import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PICTURES_MAX } from '@madang/contract/posts/rules';
import { v7 as uuidv7 } from 'uuid';
import { makeHostilePictures, makePhoto, type HostilePicture } from './hostile-pictures.ts';
import { readMemory } from '../src/lib/process-memory.ts';
import type { ApiClient } from './outside/api-client.ts';
import { DrillServer } from '../safety/drills/drill-server.ts';

export interface PictureCost {
  name: string;
  status: number;
  /** Largest growth of resident memory of server and decoder, in MB. */
  megabytes: number;
  milliseconds: number;
}

export interface HostilePictureReport {
  alone: PictureCost[];
  /** The eight most expensive pictures, sent at the same time. */
  together: PictureCost;
  /** One photo of nearly 10 MB, and the five of a post at once. */
  photos: { one: PictureCost; five: PictureCost };
  /** 95th percentile of another user's reads in ms: on an idle server and during the eight. */
  readers: { quiet: number; during: number };
}

/** Sends hostile pictures to the built server, first one by one, then eight at once. */
export async function sendHostilePictures(folder: string): Promise<HostilePictureReport> {
  const pictures = await makeHostilePictures();
  const server = new DrillServer({ DATA_DIR: folder });
  await server.start();
  try {
    const browser = await server.signIn(server.accounts[0]);
    // The first picture starts the decoder, which is not measured.
    await upload(browser, await makePhoto());
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

/** [PI-04] Sends a photo of the largest size, then the five of a post without waiting. */
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

/** Reads a list about 100 times a second until the work is done; returns the 95th percentile. */
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

/** Returns the largest growth of the server and its decoders, sampled 100 times a second. */
async function measure<Result>(server: DrillServer, work: () => Promise<Result>) {
  const started = Date.now();
  const before = await residentOf(server);
  let [highest, busy] = [before, true];
  const watch = async () => {
    for (; busy; await sleep(10)) highest = Math.max(highest, await residentOf(server));
  };
  const watching = watch();
  const result = await work();
  const milliseconds = Date.now() - started;
  busy = false;
  await watching;
  return { result, megabytes: Math.round((highest - before) / 1024 / 1024), milliseconds };
}

/** Returns the resident bytes of the server and its picture decoders. */
async function residentOf({ processId }: DrillServer): Promise<number> {
  const children = await readFile(`/proc/${processId}/task/${processId}/children`, 'utf8');
  const all = [Number(processId), ...children.trim().split(' ').filter(Boolean).map(Number)];
  return all.reduce((sum, id) => sum + readMemory(id).resident, 0);
}
