import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { isNetwork } from './http/request.ts';
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
    .describe('`production` disables demo accounts and the built-in mailbox'),
  PORT: portFrom(0).default(3000).describe('TCP port; 0: any free port'),
  HOST: z
    .string()
    .min(1)
    .optional()
    .describe('address to listen on; default 127.0.0.1, in production all; another address needs ORIGIN'),
  SOCKET: socket
    .optional()
    .describe(
      'absolute path of a Unix socket, instead of PORT and HOST, for a proxy on this machine; created when the server is ready, mode 0660; every process that can open it is a trusted proxy; needs ORIGIN',
    ),
  METRICS_PORT: portFrom(1).optional().describe('TCP port on 127.0.0.1 for GET /metrics; unset: no metrics'),
  ORIGIN: origin
    .optional()
    .describe(
      'address of the site in browsers, also in links of mails; writes from other origins are refused; required in production, as https://',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'folder for the embedded database, pictures, keys and mailbox; default ./data, or ./data-official for the official edition without DATABASE_URL',
    ),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or newer, one host; unset: embedded database; required in production'),
  S3_URL: s3Url
    .optional()
    .describe(
      'S3 store for pictures, `https://KEY:SECRET@host/bucket/prefix?region=…`; unset: DATA_DIR/images',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: SMTP_FORM })
    // Rejects an unescaped slash in the password, whose first part would become the host.
    .refine(
      (address) => /^\/?$/.test(URL.parse(address)?.pathname ?? '') && !address.includes('#'),
      SMTP_FORM,
    )
    .optional()
    .describe('mail server, `smtps://user:password@host`; unset: built-in mailbox; required in production'),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be one address, such as Madang <no-reply@madang.example.ac.kr>')
    .optional()
    .describe('sender of mails, one address, `Name <address>`; default: no-reply at the host of ORIGIN'),
  INSTALLATION_KEYS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'file of the installation keys, created by the first start; default DATA_DIR/installation-keys.json',
    ),
  PUSH_KEYS: z
    .string()
    .min(1)
    .optional()
    .describe('file of the push keys, created by `operator push keys`; default DATA_DIR/push-keys.json'),
  EDITION: z
    .enum(['beta', 'official'], { error: 'must be beta or official' })
    .optional()
    .describe('`official` adds all features beyond the beta; default beta; required in production'),
  CAMPUS: z
    .string()
    .min(1)
    .optional()
    .describe('campus folder; default ./campus of the repository or package'),
  TRUSTED_PROXIES: networks
    .default([])
    .describe(
      'addresses or networks of proxies, comma-separated, whose X-Forwarded-For is trusted; without it all users behind a proxy share one rate limit',
    ),
  LIMITS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('`off` disables rate limits for load tests; refused in production'),
  PASSKEYS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .optional()
    .describe(
      'whether roles need a passkey in addition to the password; default off, in production always on',
    ),
  WORKER: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('`off` removes the service worker and its caches from every browser that visits'),
  KEPT_ANSWERS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('`off` disables the answer cache, for measurements'),
  PAGE_PATIENCE: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of milliseconds')
    .transform(Number)
    .default(100)
    .describe('milliseconds to wait for server rendering; after that the browser renders the page'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a pino level' })
    .optional()
    .describe('level of the JSON log on standard output; default warn, in production info'),
  DEMO: z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .default('1')
    .describe('`0` starts without demo data; production never has it'),
});

export const REMOVED_VARIABLES: Readonly<Record<string, string>> = {
  FEATURES: 'remove it and set EDITION to beta or official',
  PROCESSES: 'remove it and start more instances behind the shipped nginx, one a core (docs/operating.md)',
  DATABASE_READ_URL: 'remove it; everything is read from DATABASE_URL',
  DATABASE_DIRECT_URL: 'remove it and name its address, PostgreSQL itself, as DATABASE_URL',
};

export type Variables = z.output<typeof variables>;
