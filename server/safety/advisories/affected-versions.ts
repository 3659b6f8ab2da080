/** Safe versions of one npm package according to docs/advisories.md. */
export interface SafeVersion {
  /** Row of the table; several advisories of one package are several rows. */
  row: number;
  name: string;
  /** Lowest version from which on all are safe; null if none is known. */
  lowestSafe: string | null;
  /** Whether this repository depends on it, directly or indirectly. */
  used: boolean;
}

const used = (row: number, name: string, lowestSafe: string): SafeVersion => ({
  row,
  name,
  lowestSafe,
  used: true,
});
const unused = (row: number, name: string, lowestSafe: string | null): SafeVersion => ({
  row,
  name,
  lowestSafe,
  used: false,
});

/** Advisories of the table; a lower installed version is affected. */
export const safeVersions: readonly SafeVersion[] = [
  unused(1, 'passport', '0.6.0'),
  unused(12, 'next-auth', '4.24.5'),
  unused(13, 'jsonwebtoken', '9.0.0'),
  unused(14, 'better-auth', '1.3.26'),
  used(16, 'hono', '4.12.4'),
  unused(21, 'next-auth', '4.10.3'),
  used(22, 'nodemailer', '7.0.7'),
  used(23, 'nodemailer', '10.4.1'),
  used(25, 'nodemailer', '6.6.1'),
  unused(29, 'qs', '6.10.3'),
  unused(31, 'body-parser', '1.20.3'),
  unused(32, 'fastify', '5.3.2'),
  used(33, 'zod', '3.22.3'),
  unused(34, 'parse-server', '6.5.0'),
  unused(37, 'dicer', null),
  unused(38, 'multer', '2.0.2'),
  used(39, 'sharp', '0.32.6'),
  unused(40, 'file-type', '17.1.3'),
  unused(41, 'image-size', '2.0.2'),
  used(46, 'hono', '4.6.5'),
  used(47, 'hono', '3.11.7'),
  used(48, '@hono/node-server', '1.4.1'),
  used(49, '@hono/node-server', '2.1.3'),
  used(50, '@hono/node-server', '1.10.1'),
  used(51, 'hono', '4.9.6'),
  used(52, 'hono', '4.9.7'),
  used(53, 'hono', '4.12.16'),
  used(54, 'hono', '4.10.3'),
  used(55, 'hono', '4.12.25'),
  unused(56, 'express', '4.19.2'),
  used(60, 'hono', '4.12.4'),
  unused(64, 'socket.io', '4.6.2'),
  used(65, 'tar-fs', '3.0.9'),
  used(66, 'vite', '6.2.3'),
  used(67, 'vite', '6.0.9'),
  used(68, 'esbuild', '0.25.0'),
  used(69, 'vitest', '3.0.5'),
];
