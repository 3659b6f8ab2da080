import { Resolver } from 'node:dns/promises';
import { get } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { LaunchCause, LaunchPart } from '@madang/contract/admin/rules';
import { fail, type Finding as PartFinding, pass } from '../../lib/findings.ts';
import { isLoopback } from '../../lib/loopback.ts';

const GIVE_UP_AFTER = 10_000;

export type Finding<Part extends string = LaunchPart> = PartFinding<Part, LaunchCause>;

export const unchecked = <Part extends string>(part: Part): Finding<Part> =>
  fail(part, 'not checked', 'fix the failures above first', 'unchecked');

/** Name resolution and trusted certificates of the check. */
interface Outlook {
  /** Returns the addresses of a name; empty if there is none. */
  resolve: (name: string) => Promise<readonly string[]>;
  /** Trusted authority; default is the system's. */
  authority?: Buffer;
}

/** Response of the site, or the reason for its absence. */
type Answer =
  | { failure: string }
  | {
      /** Reason for browsers to refuse; null if trusted. */ distrust: string | null;
      status: number;
      text: string;
    };

/** Checks the address of the site like a visitor's browser: name, certificate and server. */
export async function examineSite(
  site: string,
  { resolve, authority }: Outlook = { resolve: askNameServers },
): Promise<Finding[]> {
  const url = new URL(site);
  // URLs put IPv6 addresses in brackets.
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' || isLoopback(host)) {
    const text = `only this machine reaches ${site}`;
    const todo = 'set ORIGIN to the https:// address of the site';
    return [fail('name', text, todo, 'local'), unchecked('certificate'), unchecked('server')];
  }
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) {
    const text = `DNS has no address of ${host}`;
    const todo = 'add an A record for this machine, and an AAAA record if it has IPv6';
    return [fail('name', text, todo), unchecked('certificate'), unchecked('server')];
  }
  const name: Finding = pass('name', `${host} is at ${addresses.join(', ')}`);
  const answer = await ask(url, host, addresses, authority);
  if ('failure' in answer) {
    const text = `nothing answers at ${site}: ${answer.failure}`;
    const todo = 'check that nginx runs (systemctl status nginx) and that no firewall blocks port 443';
    return [name, unchecked('certificate'), fail('server', text, todo)];
  }
  return [name, judgeCertificate(answer.distrust), judgeServer(answer)];
}

const SITE_AGE_MAX = 60_000;
const SITE_TIMEOUT = 5_000;

const LATE: Finding[] = [
  unchecked('name'),
  unchecked('certificate'),
  { part: 'server', state: 'fail', text: `no answer in ${SITE_TIMEOUT / 1_000} s` },
];

/** Returns a check of the site that runs at most once a minute and answers within five seconds. */
export function rememberSite(site: string, examine = examineSite): () => Promise<Finding[]> {
  let startedAt = -Infinity;
  let findings: Promise<Finding[]>;
  return () => {
    if (performance.now() - startedAt >= SITE_AGE_MAX) {
      startedAt = performance.now();
      const timeout = new Promise<Finding[]>((resolve) => {
        setTimeout(resolve, SITE_TIMEOUT, LATE).unref();
      });
      findings = Promise.race([examine(site), timeout]);
    }
    return findings;
  };
}

function judgeCertificate(distrust: string | null): Finding {
  if (distrust === null) return pass('certificate', 'browsers trust it');
  return fail(
    'certificate',
    `browsers reject it: ${distrust}`,
    'once DNS points here, run deploy/install.sh again, or install one from your university: docs/operating.md',
  );
}

function judgeServer({ status, text }: { status: number; text: string }): Finding {
  if (status === 200 && text === '{"status":"ready"}') return pass('server', 'ready');
  // A proxy answers 502 and 504 if it finds no server.
  if (status >= 502 && status <= 504)
    return fail(
      'server',
      `no server is ready: /health/ready answers ${status}`,
      'start it (systemctl status madang@blue madang@green); its log gives the cause',
    );
  return fail(
    'server',
    `something other than Madang answers: /health/ready answers ${status}`,
    'point the proxy to Madang, and let no other site have this name: deploy/nginx.conf',
  );
}

/** Queries name servers only: visitors do not see this machine's /etc/hosts. */
async function askNameServers(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Continues with an untrusted certificate, since the server matters too. */
function ask(
  url: URL,
  host: string,
  addresses: readonly string[],
  authority: Buffer | undefined,
): Promise<Answer> {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const [first = { address: host, family: 4 }] = known;
  const lookup: LookupFunction = (_, { all }, done) =>
    all ? done(null, known) : done(null, first.address, first.family);
  return new Promise((resolve) => {
    const asked = get(
      new URL('/health/ready', url),
      { lookup, agent: false, rejectUnauthorized: false, timeout: GIVE_UP_AFTER, ca: authority },
      (incoming) => {
        const { authorized, authorizationError } = incoming.socket as TLSSocket;
        const distrust = authorized ? null : String(authorizationError);
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (piece: string) => (text = (text + piece).slice(0, 1_000)));
        incoming.on('end', () => resolve({ distrust, status: incoming.statusCode ?? 0, text: text.trim() }));
        incoming.on('error', ({ message }) => resolve({ failure: message }));
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${GIVE_UP_AFTER / 1_000} s`)));
    asked.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ failure: error.message || (error.code ?? 'no connection') }),
    );
  });
}
