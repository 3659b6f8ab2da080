import type { UploadQuotas } from './features/posts/index.ts';

const MEGABYTE = 1_000_000;

/**
 * How much of the disk pictures may take that no post took within their day [SF-03]. A photo becomes 0.3 MB, the worst 1.6 MB:
 * an account's share is more than a lively hour's. A campus behind one address has its own; one who makes account after
 * account takes the share of the unverified, and none of the others'.
 */
export const uploadQuotas: UploadQuotas = {
  verified: { account: 24 * MEGABYTE, client: 600 * MEGABYTE, total: 3_000 * MEGABYTE },
  unverified: { account: 6 * MEGABYTE, client: 60 * MEGABYTE, total: 300 * MEGABYTE },
};
