import { isAbsolute } from 'node:path';
import { PUSH_SERVICES } from '@madang/contract/notifications/rules';
import { z } from 'zod';
import { isNetwork } from './http/request.ts';
import { SERVICE } from './push/push-services.ts';
import { parseS3Url } from './images/s3-settings.ts';

const portFrom = (least: 0 | 1) => {
  const error = `must be a number from ${least} to 65535`;
  return z
    .string()
    .regex(/^\d{1,5}$/, error)
    .transform(Number)
    .refine((value) => value >= least && value <= 65_535, error);
};

/** Maximum bytes of a socket path, less the process id. */
const SOCKET_BYTES_MAX = 96;

const socket = z.string().refine((path) => isAbsolute(path) && Buffer.byteLength(path) <= SOCKET_BYTES_MAX, {
  error: `must be an absolute path of at most ${SOCKET_BYTES_MAX} bytes, such as /run/madang/blue.sock`,
});

const origin = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an address such as https://madang.example.ac.kr',
    abort: true,
  })
  .refine((text) => new URL(text).pathname === '/' && !/[?#@]/.test(text), 'must have no path, query or user')
  // Converts a Korean domain to the form that browsers send.
  .transform((text) => new URL(text).origin);

const splitList = (list: string) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const networks = z.string().transform((list, context) => {
  const given = splitList(list);
  const wrong = given.find((network) => !isNetwork(network));
  if (wrong)
    context.addIssue({
      code: 'custom',
      message: `"${wrong}" is no address and no network such as 10.0.0.0/8`,
    });
  return given;
});

const pushServices = z.string().transform((list, context) => {
  const given = splitList(list.toLowerCase());
  const wrong = given.find((service) => !SERVICE.test(service));
  if (wrong)
    context.addIssue({
      code: 'custom',
      message: `"${wrong}" is no host such as push.example.com or *.push.example.com`,
    });
  return given;
});

/** One valid sender: parsers would split several. */
const SENDER =
  /^(?:(?:"[^"<>\r\n]*" *|[^"<>(),;:@\r\n]*)<[^\s"(),:;<>@]+@[A-Za-z0-9.-]+>|[^\s"(),:;<>@]+@[A-Za-z0-9.-]+)$/;

/** Matches a comma in host or `host` query; passwords may contain one. */
const SEVERAL_HOSTS = /^[^/]*\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|[?&]host=[^&]*,/;

const databaseUrl = z
  .string()
  .refine((text) => !SEVERAL_HOSTS.test(text), {
    error: 'names several hosts; name one that always leads to the primary',
    abort: true,
  })
  .refine((text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an address such as postgres://user:password@host:5432/madang',
  })
  // The driver verifies certificates in these modes, but warns about libpq's weaker ones.
  .transform((text) =>
    text.includes('uselibpqcompat=true')
      ? text
      : text.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|#|$)/, '$1verify-full'),
  );

const s3Url = z.string().transform((text, context) => {
  const settings = parseS3Url(text);
  if (typeof settings !== 'string') return settings;
  context.addIssue({ code: 'custom', message: settings });
  return z.NEVER;
});

const SMTP_FORM =
  'must be an smtp:// or smtps:// address such as smtps://user:password@mail.example.ac.kr; of a password # is %23, / is %2F, ? is %3F, @ is %40';

/** Every environment variable of the server, with its description. */
export const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be production or development' })
    .default('development')
    .describe('`production` turns demo accounts and mailbox off'),
  PORT: portFrom(0).default(3000).describe('TCP port; 0 takes any free one'),
  HOST: z.string().min(1).optional().describe('address to listen on; 127.0.0.1, in production all'),
  SOCKET: socket
    .optional()
    .describe('file in place of PORT and HOST, for a proxy on this machine; there once it is ready'),
  METRICS_PORT: portFrom(1)
    .optional()
    .describe('TCP port on 127.0.0.1 for GET /metrics; without it nothing is measured'),
  ORIGIN: origin
    .optional()
    .describe('the one address under which browsers reach this site; required in production'),
  DATA_DIR: z.string().min(1).optional().describe('folder for the embedded database, images and mailbox'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or newer, required in production; without it the embedded database is used'),
  S3_URL: s3Url
    .optional()
    .describe(
      'S3 store for pictures, `https://KEY:SECRET@host/bucket?region=…`; without it they lie in DATA_DIR',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: SMTP_FORM })
    // Rejects an unescaped slash in the password, whose first part would become the host.
    .refine(
      (address) => /^\/?$/.test(URL.parse(address)?.pathname ?? '') && !address.includes('#'),
      SMTP_FORM,
    )
    .optional()
    .describe('mail server; without it mails go to the built-in mailbox'),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be one address, such as Madang <no-reply@madang.example.ac.kr>')
    .optional()
    .describe('sender of mails, `Name <address>`'),
  INSTALLATION_KEYS: z
    .string()
    .min(1)
    .optional()
    .describe('file of the keys that the server makes; installation-keys.json in DATA_DIR by default'),
  PUSH_KEYS: z
    .string()
    .min(1)
    .optional()
    .describe('file of the keys that `operator push keys` makes; push-keys.json in DATA_DIR by default'),
  PUSH_SERVICES: pushServices
    .default([...PUSH_SERVICES])
    .describe(
      'hosts of push services, joined by commas, in place of the known ones; `*.` stands for any below, another `*` for digits',
    ),
  EDITION: z
    .enum(['beta', 'official'], { error: 'must be beta or official' })
    .optional()
    .describe('beta, which it is where none is set, or official; required in production'),
  CAMPUS: z.string().min(1).optional().describe('campus folder; the one of this repository by default'),
  TRUSTED_PROXIES: networks
    .default([])
    .describe('addresses or networks, joined by commas, whose X-Forwarded-For is believed'),
  LIMITS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('off, which production refuses, lets a load test write as much as it likes'),
  PASSKEYS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .optional()
    .describe('whether a role needs a passkey beside the password: in production always'),
  WORKER: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('off removes the service worker, with all that it keeps, from every browser that comes'),
  KEPT_ANSWERS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('off asks the database for every answer: to measure what that costs'),
  PAGE_PATIENCE: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of milliseconds')
    .transform(Number)
    .default(100)
    .describe('milliseconds until a page goes out as it is, for the browser to draw'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a pino level' })
    .optional()
    .describe('info in production, else warn'),
  DEMO: z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .default('1')
    .describe('0 starts without the demo world'),
});

/** Removed variables and their replacements. */
export const REMOVED_VARIABLES: Readonly<Record<string, string>> = {
  FEATURES: 'remove it and set EDITION to beta or official',
  PROCESSES: 'remove it and start more instances behind the shipped nginx, one a core (docs/operating.md)',
  DATABASE_READ_URL: 'remove it; everything is read from DATABASE_URL',
  DATABASE_DIRECT_URL: 'remove it and name its address, PostgreSQL itself, as DATABASE_URL',
};

export type Variables = z.output<typeof variables>;
