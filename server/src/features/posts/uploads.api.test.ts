import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { type MadeUser, makePost, makePostBody, makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { removeNotedPictures, sweepUploads } from './uploads.ts';

const testApp = await startTestApp();
const user = await makeUser(testApp);

const picture = (width = 400, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#ff445e' } });

const upload = (who: MadeUser, id: string, rawBody: Uint8Array) =>
  who.browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody });

const fetchImage = (who: MadeUser, address: string) => who.browser.send('GET', address);

describe('uploads', () => {
  test('[CA-07] upload: stored under its own id; never overwrites another', async () => {
    const [first, second] = [uuidv7(), uuidv7()];
    const red = await upload(user, first, await picture().jpeg().toBuffer());
    const tall = await upload(user, second, await picture(200, 400).png().toBuffer());
    expect(red).toMatchObject({
      status: 201,
      body: { id: first, image: `/images/posts/${first}/large.webp`, width: 400, height: 200 },
    });
    expect(tall.body).toMatchObject({ id: second, width: 200, height: 400 });
    const again = await upload(user, first, await picture(50, 50).png().toBuffer());
    expect(again.body).toEqual(red.body);
    const bytes = Buffer.from(await (await fetchImage(user, red.body.image)).arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 200 });
    const stranger = await makeUser(testApp);
    expect((await upload(stranger, first, await picture().png().toBuffer())).problem?.code).toBe(
      'identifier.taken',
    );
  });

  test('[SF-17] picture: attached once, by its owner; then all signed-in users see it, others do not', async () => {
    const id = uuidv7();
    const { image } = (await upload(user, id, await picture().webp().toBuffer())).body;
    const stranger = await makeUser(testApp);
    expect((await fetchImage(stranger, image)).status).toBe(404);
    const stolen = await stranger.browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'main-hall' },
      body: makePostBody({ uploadId: id }),
    });
    expect(stolen.problem?.fields).toEqual([{ field: 'uploadId', code: 'invalid' }]);
    const postId = await makePost(user, 'main-hall', { uploadId: id });
    const read = await stranger.browser.call('GET /api/posts/{id}', { path: { id: postId } });
    expect(read.body.contents[1]).toEqual({
      format: 'image',
      image,
      width: 400,
      height: 200,
      description: '',
    });
    expect(read.body.thumbnail).toBe(image.replace('large', 'small'));
    expect((await fetchImage(stranger, image)).status).toBe(200);
    const visitor = await testApp.browser().send('GET', image);
    expect(visitor.status).toBe(401);
    const twice = await user.browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'main-hall' },
      body: makePostBody({ uploadId: id }),
    });
    expect(twice.problem?.code).toBe('upload.used');
    await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [postId]);
    expect((await fetchImage(stranger, image)).status).toBe(404);
  });

  test('[SF-17] rotates by orientation, removes EXIF and GPS; large short side is at most 1080 pixels', async () => {
    const bytes = await picture(3000, 1500)
      .jpeg()
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await upload(user, uuidv7(), bytes);
    expect(body).toMatchObject({ width: 1080, height: 2160 });
    const stored = Buffer.from(await (await fetchImage(user, body.image)).arrayBuffer());
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
    expect(stored.includes('somebody')).toBe(false);
  });

  test('a capture of a scrolled screen stays readable, and its thumbnail too', async () => {
    const { body } = await upload(user, uuidv7(), await picture(1080, 10_800).png().toBuffer());
    expect(body).toMatchObject({ width: 632, height: 6324 });
    const small = await fetchImage(user, body.image.replace('large', 'small'));
    const { width, height } = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    expect([width, height]).toEqual([109, 1095]);
    // A turned photo is bounded by its own sides.
    const turned = await picture(4000, 3000).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect((await upload(user, uuidv7(), turned)).body).toMatchObject({ width: 1080, height: 1440 });
  });

  test('[SF-17] no picture, too large, too many pixels: each refused with its own code', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
    );
    const polyglot = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<html><script>alert(1)</script>')]);
    const zip = Buffer.from('PK\x03\x04 and so on, and so on');
    for (const bytes of [
      svg,
      polyglot,
      zip,
      Buffer.from('hello'),
      Buffer.alloc(0),
      (await picture().jpeg().toBuffer()).subarray(0, 300),
    ]) {
      expect((await upload(user, uuidv7(), bytes)).problem?.code).toBe('image.unreadable');
    }
    expect((await upload(user, uuidv7(), Buffer.alloc(10 * 1024 * 1024 + 1))).problem?.code).toBe(
      'body.tooLarge',
    );
    const bomb = await picture(6000, 5000).png({ compressionLevel: 9 }).toBuffer();
    expect((await upload(user, uuidv7(), bomb)).problem?.code).toBe('image.tooLarge');
  });

  test('upload not taken within a day: deleted, pictures and row', async () => {
    const id = uuidv7();
    const { image } = (await upload(user, id, await picture().png().toBuffer())).body;
    await testApp.database.change(
      `UPDATE uploads SET created_at = now() - interval '25 hours' WHERE id = $1`,
      [id],
    );
    await sweepUploads(testApp);
    await removeNotedPictures(testApp);
    expect((await fetchImage(user, image)).status).toBe(404);
    expect(await testApp.images.get(`posts/${user.id}/${id}/large.webp`)).toBeNull();
  });
});
