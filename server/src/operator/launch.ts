import { isIPv6 } from 'node:net';
import type { Campus } from '@madang/campus/campus';
import { findShippedContacts, SHIPPED_SOURCE } from '@madang/campus/check-settings';
import type { Config } from '../config.ts';
import { listAmenities, listHours, listRooms } from '../features/places/index.ts';
import { listShown } from '../features/bulletin/index.ts';
import { listRoles } from '../features/moderation/index.ts';
import { countPosts } from '../features/posts/index.ts';
import { listOffices } from '../features/tickets/index.ts';
import type { Executor } from '../database/database.ts';
import { trustProxies } from '../http/request.ts';
import { findAuditEntry } from '../audit.ts';
import type { Finding } from './site.ts';
import { findReceivedTestMail, mailRoute } from './test-mail.ts';

const BACKUP_HOURS = 24;
/** Minimum number of posts: an empty campus deters visitors. */
const POSTS_MIN = 20;

interface Launch {
  config: Config;
  /** Null if unreadable. */
  campus: Campus | null;
  /** Null if missing or unreachable. */
  database: Executor | null;
}

/** Checks readiness for opening: nothing is broken, but something may be missing. */
export async function examineLaunch({ config, campus, database }: Launch): Promise<Finding[]> {
  const unread = (part: Finding['part']): Finding => ({
    part,
    state: 'fail',
    text: 'not checked',
    todo: 'fix the failures above first',
  });
  return [
    await examineProxies(config),
    campus ? examineContacts(campus) : unread('contacts'),
    campus ? examineTexts(campus) : unread('texts'),
    campus ? examineTimeZone(campus) : unread('time zone'),
    campus && database ? await examineTestMail(config, campus, database) : unread('test mail'),
    database ? await examineOperators(config, database) : unread('operator'),
    database ? await examineBackup(database) : unread('backup'),
    database ? await examineTrial(database) : unread('backup trial'),
    database ? await examineNotices(database) : unread('notices'),
    database ? await examineAmenities(config, database) : unread('amenities'),
    database ? await examineOffices(config, database) : unread('offices'),
    database ? await examinePosts(database) : unread('posts'),
  ];
}

function examineContacts({ settings }: Campus): Finding {
  const part = 'contacts';
  const shipped = findShippedContacts(settings);
  const { inquiryUrl, socialAccount } = settings;
  if (shipped.length === 0) return { part, state: 'ok', text: `${inquiryUrl}, ${socialAccount}` };
  return {
    part,
    state: 'fail',
    text: `${shipped.map((name) => `${name} ${settings[name]}`).join(' and ')} came with the product: nobody reads them`,
    todo: `put your own into campus.json (${shipped.join(', ')})`,
  };
}

function examineTexts({ foreign, settings }: Campus): Finding {
  const part = 'texts';
  const [first] = foreign;
  if (!first) return { part, state: 'ok', text: `they name only ${settings.university.name}` };
  return {
    part,
    state: 'fail',
    text: `${foreign.length} in the campus folder name another university: ${first.message}`,
    todo: 'operator campus check lists them; write {university} and {domain} instead',
  };
}

/** Timers such as the nightly backup use the machine's time zone. */
function examineTimeZone({ settings: { timeZone } }: Campus): Finding {
  const part = 'time zone';
  const machine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = new Date();
  const clock = (zone: string) => now.toLocaleString('sv', { timeZone: zone });
  if (clock(timeZone) === clock(machine)) return { part, state: 'ok', text: timeZone };
  return {
    part,
    state: 'warn',
    text: `the campus uses ${timeZone}, this machine ${machine}, which sets the hour of the nightly backup`,
    todo: `timedatectl set-timezone ${timeZone}; or correct timeZone of campus.json`,
  };
}

async function examineTestMail(config: Config, campus: Campus, database: Executor): Promise<Finding> {
  const part = 'test mail';
  const route = mailRoute(config, campus);
  if (!route)
    return {
      part,
      state: 'fail',
      text: 'mails stay in the built-in mailbox',
      todo: 'set SMTP_URL, then operator mail test ADDRESS',
    };
  const received = await findReceivedTestMail(database, route);
  if (received) return { part, state: 'ok', text: `one arrived from ${route} on ${received.toISOString()}` };
  return {
    part,
    state: 'fail',
    text: `none was confirmed from ${route}`,
    todo: 'operator mail test ADDRESS, then operator mail received CODE with the code of the mail',
  };
}

async function examineBackup(database: Executor): Promise<Finding> {
  const part = 'backup';
  const newest = await findAuditEntry(database, 'backup');
  const text = newest ? `the newest is ${newest.target}` : 'there is none';
  if (newest && newest.hoursAgo < BACKUP_HOURS) return { part, state: 'ok', text };
  return {
    part,
    state: 'fail',
    text: `${text}${newest ? `, older than ${BACKUP_HOURS} hours` : ''}`,
    todo: 'operator backup FILE, nightly by a timer: docs/operating.md',
  };
}

async function examineTrial(database: Executor): Promise<Finding> {
  const part = 'backup trial';
  const tried = await findAuditEntry(database, 'backup verify');
  if (tried) return { part, state: 'ok', text: `${tried.target} was restored as a trial` };
  return {
    part,
    state: 'fail',
    text: 'none was restored as a trial',
    todo: 'operator backup verify FILE, nightly by a timer: docs/operating.md',
  };
}

/** Rate limits use client addresses: trusted proxies can claim any; behind untrusted ones, clients share one. */
async function examineProxies({ proxies, socket, port }: Config): Promise<Finding> {
  const part = 'proxies';
  const wide = proxies.filter(isWide);
  if (wide.length > 0)
    return {
      part,
      state: 'fail',
      text: `TRUSTED_PROXIES lets anybody forge an address: ${wide.join(', ')}`,
      todo: 'name only the addresses of your proxies; behind the shipped nginx leave it unset',
    };
  if (proxies.length > 0) return { part, state: 'ok', text: proxies.join(', ') };
  if (socket !== null || !(await isServedAt(port)))
    return { part, state: 'ok', text: 'none: the server listens at a socket' };
  return {
    part,
    state: 'fail',
    text: `a server answers at port ${port} and trusts no proxy: everybody behind a proxy has one address, and 200 wrong passwords lock out all`,
    todo: 'set TRUSTED_PROXIES to the address of your proxy, or let the servers listen at SOCKET',
  };
}

/** Whether a network is wider than 10.0.0.0/8, also as IPv6, or fc00::/7. */
function isWide(network: string): boolean {
  const [address = '', bits] = network.split('/');
  if (isIPv6(address) && bits !== undefined && Number(bits) < 7) return true;
  const trusted = trustProxies([network]);
  const blocks = Array.from({ length: 256 }, (_, first) => `${first}.0.0.0`);
  return blocks.filter((block) => trusted?.check(block)).length > 1;
}

/** Whether Madang answers on this port; false for 0 (any). */
async function isServedAt(port: number): Promise<boolean> {
  if (port === 0) return false;
  const answer = fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(3_000) });
  const text = await answer.then((answered) => answered.text()).catch(() => '');
  return text.includes('"status"');
}

async function examineOperators({ edition }: Config, database: Executor): Promise<Finding> {
  const part = 'operator';
  if (edition === 'beta') return { part, state: 'ok', text: 'not needed in this edition' };
  const roles = await listRoles(database);
  const { length } = roles.filter(({ role }) => role === 'operator');
  const people = new Set(roles.filter((role) => role.building_id === null).map(({ user_id }) => user_id));
  if (length > 0 && people.size === 1)
    return {
      part,
      state: 'warn',
      text: 'only one person sees reports, and nobody can decide about that person',
      todo: "operator role give EMAIL moderator --reason 'second moderator'",
    };
  if (length > 0) return { part, state: 'ok', text: `${length} of them` };
  return {
    part,
    state: 'fail',
    text: 'there is none: nobody sees reports',
    todo: "operator role give EMAIL operator --reason 'first operator', once that account exists",
  };
}

async function examineNotices(database: Executor): Promise<Finding> {
  const part = 'notices';
  const { length } = await listShown(database, 'notice');
  if (length > 0) return { part, state: 'ok', text: `${length} notices` };
  return {
    part,
    state: 'fail',
    text: 'there is none',
    todo: 'operator notice add: introduce yourselves and the rules',
  };
}

async function examineAmenities({ edition }: Config, database: Executor): Promise<Finding> {
  const part = 'amenities';
  if (edition === 'beta') return { part, state: 'ok', text: 'not shown in this edition' };
  const rows = [
    ...(await listAmenities(database)),
    ...(await listHours(database)),
    ...(await listRooms(database)),
  ];
  const { length } = rows.filter(({ source }) => source === SHIPPED_SOURCE);
  if (length === 0) return { part, state: 'ok', text: 'no example rows are left' };
  return {
    part,
    state: 'fail',
    text: `${length} rows of amenities, opening hours and rooms are the product's examples`,
    todo: 'replace them with operator amenities, hours, rooms and timetable import FILE',
  };
}

/** Without an office students' reports of defects reach no one [TK-04]. */
async function examineOffices({ edition }: Config, database: Executor): Promise<Finding> {
  const part = 'offices';
  if (edition === 'beta') return { part, state: 'ok', text: 'not part of this edition' };
  const offices = await listOffices(database);
  if (offices.length === 0)
    return {
      part,
      state: 'warn',
      text: 'there is none: nobody receives reports of damage',
      todo: "operator offices set all --name '시설팀' --email ADDRESS",
    };
  const troubles = offices.flatMap(({ id, refused_at, silent }) => [
    ...(refused_at ? [`the mail server refused the address of ${id}`] : []),
    ...(silent > 0 ? [`${id} has ${silent} tickets untouched for a week`] : []),
  ]);
  if (troubles.length === 0) return { part, state: 'ok', text: `${offices.length} configured` };
  return {
    part,
    state: 'warn',
    text: troubles.join('; '),
    todo: 'contact the office, or set another address',
  };
}

async function examinePosts(database: Executor): Promise<Finding> {
  const part = 'posts';
  const demo = await database.first(`SELECT 1 AS planted FROM installation WHERE key = 'demo'`);
  if (demo)
    return {
      part,
      state: 'fail',
      text: 'they belong to the demo data',
      todo: 'open with a new DATABASE_URL or DATA_DIR',
    };
  const count = await countPosts(database);
  if (count >= POSTS_MIN) return { part, state: 'ok', text: `${count} posts` };
  return {
    part,
    state: 'fail',
    text: `${count} posts, fewer than ${POSTS_MIN}`,
    todo: 'write some with your team first: an empty board gets no posts',
  };
}
