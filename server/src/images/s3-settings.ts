export interface S3Settings {
  /** URL of the bucket, without a trailing slash. */
  address: string;
  bucket: string;
  /** Prefix of keys: '' or a path with trailing slash. */
  prefix: string;
  region: string;
  keyId: string;
  secret: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const REGION = /^[A-Za-z0-9-]{1,64}$/;
/** Default region: AWS's first, which stores without regions expect. */
const USUAL_REGION = 'us-east-1';

/** Parses `https://KEY:SECRET@host[:port]/bucket[/prefix][?region=…]`. An error text contains no input, which is secret. */
export function parseS3Url(text: string): S3Settings | string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must be https://KEY:SECRET@host/bucket?region=REGION, with / in key or secret written %2F';
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    return 'must begin with https:// unless the store is on this machine; pictures would travel readable';
  const [keyId, secret] = [decode(url.username), decode(url.password)];
  if (!keyId || !secret)
    return 'must hold key and secret, https://KEY:SECRET@host/bucket, with %, /, : and @ in them written %25, %2F, %3A and %40';
  const [bucket = '', ...folders] = url.pathname.slice(1).replace(/\/$/, '').split('/');
  if (!BUCKET.test(bucket)) return 'must name a bucket: https://KEY:SECRET@host/bucket';
  const prefix = folders.join('/');
  if (prefix !== '' && !PREFIX.test(prefix))
    return 'its prefix may hold letters, digits, and . _ - between slashes';
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'region');
  if (unknown !== undefined || url.hash !== '')
    return 'may say ?region=REGION behind the bucket, and nothing else';
  const region = url.searchParams.get('region') ?? USUAL_REGION;
  if (!REGION.test(region)) return 'its region must be a name such as ap-northeast-2';
  return {
    address: `${url.origin}/${bucket}`,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    keyId,
    secret,
  };
}

/** Returns the location as text, without key and secret. */
export function describeS3({ address, bucket, prefix }: S3Settings): string {
  return `bucket ${bucket}${prefix === '' ? '' : ` below ${prefix}`} at ${new URL(address).host}`;
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
