import { gzipSync } from 'node:zlib';
import { USER_HEADER } from '@madang/contract/user-header';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makeUser } from '../../testing/makers.ts';
import { askRaw, sendRaw } from '../../testing/raw-request.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { listKeys } from '../../testing/test-images.ts';

// Covers "Uploads and pictures" in docs/advisories.md.

const testApp = await startTestApp();
const user = await makeUser(testApp);

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#ff445e' } });

const upload = (rawBody: Uint8Array, id = uuidv7()) =>
  user.browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody });

const refusal = async (bytes: Uint8Array) => (await upload(bytes)).problem?.code ?? null;

/** Expects that the next picture is accepted. */
async function expectAtWork(): Promise<void> {
  expect((await upload(await picture().png().toBuffer())).status).toBe(201);
}

const text = (value: string) => Buffer.from(value, 'latin1');

/** Returns a box of an ISO media file. */
function box(type: string, body: Buffer, size = body.length + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

test('[ADV-37] no multipart body, valid or not, is parsed', async () => {
  const start = '------x\r\nContent-Disposition: form-data; name="file"; filename="a.png"';
  const bodies = [
    '------x\r\n\r\n',
    `${start}\r\n\r\n\r\n------x--\r\n`,
    `------x\r\n${'A'.repeat(20_000)}`,
    `${start}\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n\r\n------x--`,
    '------x\r\nContent-Disposition: form-data; name="__proto__[a]"\r\n\r\n1\r\n------x--',
  ];
  for (const type of [
    'multipart/form-data; boundary=----x',
    'multipart/form-data',
    'multipart/mixed; boundary="',
  ]) {
    for (const body of bodies) {
      const send = (method: string, path: string) =>
        user.browser.send(method, path, { bytes: text(body), headers: { 'Content-Type': type } });
      expect(await (await send('PUT', `/api/uploads/${uuidv7()}`)).json()).toMatchObject({
        code: 'image.unreadable',
      });
      expect(await (await send('POST', '/api/session')).json()).toMatchObject({ code: 'body.unsupported' });
    }
  }
  await expectAtWork();
});

test('[ADV-38] an aborted upload leaves nothing and affects no other request', async () => {
  const { host, port } = new URL(testApp.origin);
  const bytes = await picture(400, 300).png().toBuffer();
  const ids = Array.from({ length: 20 }, () => uuidv7());
  await Promise.all(
    ids.map((id, index) =>
      sendRaw(Number(port), (line) => {
        line(
          `PUT /api/uploads/${id} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${user.browser.cookie}\r\n${USER_HEADER}: ${user.id}\r\nConnection: close\r\n`,
        );
        // Some announce more than they send, some break the framing.
        if (index % 2) line(`Content-Length: 5\r\n\r\n${bytes.toString('latin1').slice(0, 5)}`);
        else line('Transfer-Encoding: chunked\r\n\r\n5\r\nabcdeZZ\r\n0\r\n\r\n');
      }),
    ),
  );
  const rows = await testApp.database.rows('SELECT id FROM uploads WHERE id = ANY ($1::uuid[])', [ids]);
  expect(rows).toEqual([]);
  await expectAtWork();
});

test('[ADV-39] a damaged WebP is refused or repaired, by a decoder without the overflow', async () => {
  const [major = 0, minor = 0, patch = 0] = (sharp.versions.webp ?? '').split('.').map(Number);
  expect(major * 10_000 + minor * 100 + patch).toBeGreaterThanOrEqual(10_302);
  const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7_919) % 251));
  const whole = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
    .webp({ lossless: true })
    .toBuffer();
  const codes = new Set<string | null>();
  for (let step = 0; step < 60; step += 1) {
    const bytes = Buffer.from(whole);
    // After the signature, at the tables of code lengths.
    for (let at = 21 + step; at < 60 + step * 3; at += 3)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (0xff >> (step % 8)), at);
    codes.add(await refusal(bytes));
  }
  expect([...codes].filter((code) => code !== null && code !== 'image.unreadable')).toEqual([]);
  expect(codes.has('image.unreadable')).toBe(true);
  await expectAtWork();
});

test('[ADV-40] films and files with endless loops in headers are recognized by first bytes', async () => {
  const ebml = Buffer.from('1a45dfa3', 'hex');
  for (const bytes of [
    Buffer.concat([ebml, Buffer.alloc(64)]),
    Buffer.concat([ebml, Buffer.from('01ffffffffffffff', 'hex'), Buffer.alloc(16)]),
    Buffer.concat([ebml, Buffer.from('4282', 'hex'), Buffer.from('00', 'hex')]),
    Buffer.concat([text('\x30\x26\xb2\x75\x8e\x66\xcf\x11'), Buffer.alloc(64)]),
    Buffer.concat([text('icns'), Buffer.alloc(64)]),
    Buffer.concat([text('II*\0'), Buffer.alloc(64)]),
    Buffer.concat([text('8BPS'), Buffer.alloc(64)]),
  ])
    expect(await refusal(bytes)).toBe('image.unreadable');
  await expectAtWork();
});

test('[ADV-41] boxes of no length do not block the reading of a picture', async () => {
  for (const brand of ['heic', 'mif1', 'avif', 'JXL ']) {
    const start = box('ftyp', text(`${brand}\0\0\0\0${brand}`));
    for (const rest of [
      box('meta', Buffer.alloc(4), 0),
      box('free', Buffer.alloc(0), 0),
      Buffer.concat([box('meta', Buffer.alloc(8), 1), Buffer.alloc(64)]),
      box('meta', box('iprp', box('ipco', box('ispe', Buffer.alloc(12), 0), 0), 0), 0xffffffff),
      Buffer.alloc(256),
    ])
      expect(await refusal(Buffer.concat([start, rest]))).toBe('image.unreadable');
  }
  expect(
    await refusal(Buffer.concat([box('JXL ', text('\r\n\x87\n')), box('ftyp', Buffer.alloc(0), 0)])),
  ).toBe('image.unreadable');
  await expectAtWork();
});

test('[ADV-42] a few bytes that unfold into gigabytes are refused by their size in pixels', async () => {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(60_000, 0);
  size.writeUInt16LE(60_000, 2);
  const gif = Buffer.concat([
    text('GIF89a'),
    size,
    text('\x80\0\0\0\0\0\xff\xff\xff'),
    text(',\0\0\0\0'),
    size,
    text('\0\x02\x02L\x01\0;'),
  ]);
  const wide = await picture(16_000, 2_000).png({ compressionLevel: 9 }).toBuffer();
  // All frames differ, otherwise the encoder merges them.
  const noise = Buffer.from(Array.from({ length: 8 * 4_000 * 3 }, (_, index) => (index * index) % 251));
  const frames = await sharp(noise, { raw: { width: 8, height: 4_000, channels: 3, pageHeight: 8 } })
    .gif()
    .toBuffer();
  expect(await refusal(gif)).toBe('image.tooLarge');
  expect(wide.length).toBeLessThan(200_000);
  expect(await refusal(wide)).toBe('image.tooLarge');
  // One of five hundred frames is decoded.
  expect((await sharp(frames).metadata()).pages).toBe(500);
  const first = await upload(frames);
  expect([first.status, first.body.width, first.body.height]).toEqual([201, 8, 8]);
});

test('[ADV-43] an SVG is no picture, whatever it is called and however it is wrapped', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>1</script></svg>';
  const wrapped = [
    svg,
    `<?xml version="1.0"?>${svg}`,
    `\xef\xbb\xbf${svg}`,
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg}`,
    `GIF89a<!-- -->${svg}`,
    `\x89PNG\r\n\x1a\n${svg}`,
    `RIFF\0\0\0\0WEBP${svg}`,
  ].map(text);
  for (const bytes of [...wrapped, gzipSync(svg)]) {
    for (const type of ['image/svg+xml', 'image/png', 'image/jpeg', 'text/html']) {
      const response = await user.browser.send('PUT', `/api/uploads/${uuidv7()}`, {
        bytes,
        headers: { 'Content-Type': type },
      });
      expect(await response.json()).toMatchObject({ status: 415, code: 'image.unreadable' });
    }
  }
});

test('[ADV-44] place and device of a picture are removed from all its stored forms', async () => {
  const exif = {
    IFD0: { Artist: 'ArtistOfThePicture', Model: 'CameraOfThePicture' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '37/1 35/1 20/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '127/1 1/1 40/1',
    },
  };
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><creator>CreatorOfThePicture</creator></x:xmpmeta>';
  const sources = [picture().jpeg(), picture().png(), picture().webp(), picture().avif()];
  for (const source of sources) {
    const bytes = await source.withExif(exif).withXmp(xmp).toBuffer();
    expect(bytes.includes('ArtistOfThePicture')).toBe(true);
    const { body } = await upload(bytes);
    for (const address of [body.image, body.image.replace('large', 'small')]) {
      const stored = Buffer.from(await (await user.browser.send('GET', address)).arrayBuffer());
      const { exif: left, xmp: leftToo, icc, format } = await sharp(stored).metadata();
      expect([left, leftToo, icc, format]).toEqual([undefined, undefined, undefined, 'webp']);
      for (const trace of ['ArtistOfThePicture', 'CameraOfThePicture', 'CreatorOfThePicture', 'EXIF', 'XMP '])
        expect([trace, stored.includes(trace)]).toEqual([trace, false]);
    }
  }
});

test('[ADV-45] neither an id nor a content of an upload decides where a file is written', async () => {
  const keys = async () => {
    const all = await listKeys(testApp.images);
    return all;
  };
  const before = await keys();
  const png = await picture().png().toBuffer();
  const ask = (path: string) =>
    askRaw(
      testApp.origin,
      `PUT ${path}`,
      { Cookie: user.browser.cookie, [USER_HEADER]: user.id, Origin: testApp.origin, 'Content-Length': '3' },
      'abc',
    );
  for (const id of [
    '../../x',
    '..%2f..%2fx',
    '%2e%2e%2f%2e%2e%2fx',
    '..%5c..%5cx',
    '%00',
    'x.webp',
    '.',
    `${uuidv7()}%2f..%2fx`,
  ])
    expect([id, (await ask(`/api/uploads/${id}`)).status]).toEqual([id, 404]);
  for (const content of [
    'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "ephemeral:/etc/passwd"\npop graphic-context',
    '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd',
    '%!PS\n(/etc/passwd) (r) file',
    '{"manifest":"/etc/passwd"}',
  ])
    expect(await refusal(text(content))).toBe('image.unreadable');
  expect(await keys()).toEqual(before);
  const id = uuidv7();
  await upload(png, id);
  const owned = `posts/${user.id}/${id}`;
  expect((await keys()).filter((key) => !before.includes(key))).toEqual([
    `${owned}/large.webp`,
    `${owned}/small.webp`,
  ]);
});
