import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { drawBuildings } from './buildings/draw-buildings.ts';
import { drawPosters } from './posters/draw-posters.ts';
import { drawScenes } from './scenes/draw-scenes.ts';
import { drawEmpties, drawIcon } from './signs.ts';
import type { Svg } from './svg.ts';

/** What a picture may weigh at most; a phone on a poor network loads dozens of them. */
const LIMITS = { building: 6 * 1024, poster: 60 * 1024, scene: 40 * 1024, welcome: 16 * 1024 } as const;

/** Drawings are rasterised at twice their grid. */
const DENSITY = 144;

/** What a visitor sees of the campus above the login, by day and by night: strips of two scenes. */
const WELCOMES = [
  { name: 'welcome', scene: 'plaza-picnic', top: 150 },
  { name: 'welcome-dark', scene: 'sunset-hall', top: 190 },
] as const;

const pictures = join(dirname(fileURLToPath(import.meta.url)), '..', 'pictures');

async function save(
  folder: string,
  file: string,
  data: string | Buffer,
  limit = Number.POSITIVE_INFINITY,
): Promise<void> {
  const size = Buffer.byteLength(data);
  if (size >= limit) throw new Error(`${folder}/${file} weighs ${size} bytes, more than ${limit}`);
  await mkdir(join(pictures, folder), { recursive: true });
  await writeFile(join(pictures, folder, file), data);
}

function raster(svg: Svg) {
  return sharp(Buffer.from(svg), { density: DENSITY });
}

async function drawAll(): Promise<void> {
  for (const folder of ['buildings', 'events', 'scenes', 'empty']) {
    await rm(join(pictures, folder), { recursive: true, force: true });
  }
  for (const [id, svg] of drawBuildings()) await save('buildings', `${id}.svg`, svg, LIMITS.building);
  for (const [name, svg] of drawPosters()) {
    const png = await raster(svg).png({ palette: true, colours: 128, dither: 0.4, effort: 10 }).toBuffer();
    await save('events', `${name}.png`, png, LIMITS.poster);
  }
  const scenes = drawScenes();
  for (const [name, svg] of scenes) {
    const webp = await raster(svg).webp({ quality: 84, effort: 6, smartSubsample: true }).toBuffer();
    await save('scenes', `${name}.webp`, webp, LIMITS.scene);
  }
  await save('.', 'icon.svg', drawIcon());
  await save('.', 'touch-icon.png', await raster(drawIcon(0)).resize(180).png({ palette: true }).toBuffer());
  for (const { name, scene, top } of WELCOMES) {
    const strip = raster(scenes.get(scene) ?? '').extract({ left: 0, top, width: 960, height: 480 });
    await save(
      '.',
      `${name}.webp`,
      await strip.resize(840).webp({ quality: 80, effort: 6 }).toBuffer(),
      LIMITS.welcome,
    );
  }
  const card = sharp(Buffer.from(scenes.get('plaza-picnic') ?? ''), { density: 180 })
    .extract({ left: 0, top: 150, width: 1200, height: 630 })
    .png({ palette: true, colours: 128, dither: 0.4, effort: 10 });
  await save('.', 'share.png', await card.toBuffer(), LIMITS.poster);
  for (const [name, svg] of drawEmpties()) await save('empty', `${name}.svg`, svg);
}

await drawAll();
