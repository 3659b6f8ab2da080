import { expect, test } from 'vitest';
import { describeS3, parseS3Url } from './s3-settings.ts';

test('an S3_URL names key, secret, bucket, prefix and region', () => {
  const settings = parseS3Url(
    'https://AKIA:a%2Fb%2Bc%25@s3.example.ac.kr:9000/campus/madang/1?region=ap-northeast-2',
  );
  expect(settings).toEqual({
    address: 'https://s3.example.ac.kr:9000/campus',
    bucket: 'campus',
    prefix: 'madang/1/',
    region: 'ap-northeast-2',
    keyId: 'AKIA',
    secret: 'a/b+c%',
  });
  if (typeof settings !== 'string')
    expect(describeS3(settings)).toBe('bucket campus below madang/1/ at s3.example.ac.kr:9000');
});

test('without region and prefix it is the usual region and the whole bucket', () => {
  expect(parseS3Url('http://k:s@127.0.0.1:1/pictures/')).toMatchObject({
    address: 'http://127.0.0.1:1/pictures',
    prefix: '',
    region: 'us-east-1',
  });
});

test.each([
  ['hidden-secret', 'https://KEY:SECRET@host/bucket'],
  ['https://key:hidden/secret@host/bucket', '%2F'],
  ['ftp://key:hidden-secret@host/bucket', 'https://'],
  ['http://key:hidden-secret@store.example.ac.kr/bucket', 'must begin with https://'],
  ['https://key@host/bucket', 'key and secret'],
  ['https://key:hidden%secret@host/bucket', '%25'],
  ['https://host/bucket', 'key and secret'],
  ['https://key:hidden-secret@host', 'must name a bucket'],
  ['https://key:hidden-secret@host/Bucket_1', 'must name a bucket'],
  ['https://key:hidden-secret@host/bucket/a//b', 'prefix'],
  ['https://key:hidden-secret@host/bucket/a%20b', 'prefix'],
  ['https://key:hidden-secret@host/bucket?Region=x', '?region=REGION'],
  ['https://key:hidden-secret@host/bucket#x', '?region=REGION'],
  ['https://key:hidden-secret@host/bucket?region=a%20b', 'region'],
])('%s: refused without repeating any of it', (text, words) => {
  const wrong = parseS3Url(text);
  expect(wrong).toEqual(expect.stringContaining(words));
  expect(wrong).not.toContain('hidden');
});
