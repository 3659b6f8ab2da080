/** What the server needs, in the order in which it is looked at. */
export const PARTS = [
  'configuration',
  'database',
  'migrations',
  'mail',
  'keys',
  'push',
  'jobs',
  'images',
  'disk',
] as const;

/** What users need beside that, before they come. */
export const LAUNCH_PARTS = [
  'name',
  'certificate',
  'server',
  'proxies',
  'contacts',
  'texts',
  'time zone',
  'test mail',
  'operator',
  'backup',
  'backup trial',
  'notices',
  'amenities',
  'offices',
  'posts',
] as const;

/** What `operator doctor` says of one part. */
export interface Finding {
  part: (typeof PARTS)[number] | (typeof LAUNCH_PARTS)[number];
  state: 'ok' | 'warn' | 'fail';
  /** What was found, one line. */
  text: string;
  /** What to do about it; none where all is well. */
  todo?: string;
}
