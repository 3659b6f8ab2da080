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
    text: 'could not be looked at',
    todo: 'fix what failed above first',
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
    text: `${shipped.map((name) => `${name} ${settings[name]}`).join(' and ')} came with the product: nobody answers there`,
    todo: `put your own into campus.json (${shipped.join(', ')})`,
  };
}

function examineTexts({ foreign, settings }: Campus): Finding {
  const part = 'texts';
  const [first] = foreign;
  if (!first) return { part, state: 'ok', text: `they name ${settings.university.name} alone` };
  return {
    part,
    state: 'fail',
    text: `${foreign.length} of the campus folder name another university: ${first.message}`,
    todo: 'operator campus check names each; {university} and {domain} stand for your own',
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
    text: `the campus goes by ${timeZone}, this machine by ${machine}: the nightly backup comes at its hours`,
    todo: `timedatectl set-timezone ${timeZone}; where that is not the campus's, correct timeZone of campus.json`,
  };
}

async function examineTestMail(config: Config, campus: Campus, database: Executor): Promise<Finding> {
  const part = 'test mail';
  const route = mailRoute(config, campus);
  if (!route)
    return {
      part,
      state: 'fail',
      text: 'mails go into the built-in mailbox and to nobody',
      todo: 'set SMTP_URL, then operator mail test ADDRESS',
    };
  const received = await findReceivedTestMail(database, route);
  if (received) return { part, state: 'ok', text: `one arrived from ${route} on ${received.toISOString()}` };
  return {
    part,
    state: 'fail',
    text: `none is known to have arrived from ${route}`,
    todo: 'operator mail test ADDRESS, then operator mail received CODE with the code in it',
  };
}

async function examineBackup(database: Executor): Promise<Finding> {
  const part = 'backup';
  const newest = await findAuditEntry(database, 'backup');
  const text = newest ? `the newest is of ${newest.target}` : 'there has never been one';
  if (newest && newest.hoursAgo < BACKUP_HOURS) return { part, state: 'ok', text };
  return {
    part,
    state: 'fail',
    text: `${text}${newest ? `, older than ${BACKUP_HOURS} hours` : ''}`,
    todo: 'operator backup FILE, and let a timer do so every night: docs/operating.md',
  };
}

async function examineTrial(database: Executor): Promise<Finding> {
  const part = 'backup trial';
  const tried = await findAuditEntry(database, 'backup verify');
  if (tried) return { part, state: 'ok', text: `that of ${tried.target} was restored to try it` };
  return {
    part,
    state: 'fail',
    text: 'none was ever restored to try it',
    todo: 'operator backup verify FILE, and let a timer do so every night: docs/operating.md',
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
      text: `TRUSTED_PROXIES lets strangers say who they are: ${wide.join(', ')}`,
      todo: 'name the addresses of your proxies alone; behind the shipped nginx leave it out',
    };
  if (proxies.length > 0) return { part, state: 'ok', text: proxies.join(', ') };
  if (socket !== null || !(await isServedAt(port)))
    return { part, state: 'ok', text: 'none but at a socket' };
  return {
    part,
    state: 'fail',
    text: `a server answers at port ${port} and trusts no proxy: all who come through one count as one address, and 200 wrong passwords of anybody lock everybody out`,
    todo: 'set TRUSTED_PROXIES to the address of your proxy, or let servers listen at SOCKET',
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
  if (edition === 'beta') return { part, state: 'ok', text: 'this edition needs none' };
  const roles = await listRoles(database);
  const { length } = roles.filter(({ role }) => role === 'operator');
  const people = new Set(roles.filter((role) => role.building_id === null).map(({ user_id }) => user_id));
  if (length > 0 && people.size === 1)
    return {
      part,
      state: 'warn',
      text: 'one person alone sees what is reported, and nobody decides about that one',
      todo: "operator role give EMAIL moderator --reason 'the second one'",
    };
  if (length > 0) return { part, state: 'ok', text: `${length} of them` };
  return {
    part,
    state: 'fail',
    text: 'nobody is, so nobody sees what is reported',
    todo: "operator role give EMAIL operator --reason 'the first one', once that account is signed up",
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
    todo: 'operator notice add: say who you are and what is allowed',
  };
}

async function examineAmenities({ edition }: Config, database: Executor): Promise<Finding> {
  const part = 'amenities';
  if (edition === 'beta') return { part, state: 'ok', text: 'this edition shows none' };
  const rows = [
    ...(await listAmenities(database)),
    ...(await listHours(database)),
    ...(await listRooms(database)),
  ];
  const { length } = rows.filter(({ source }) => source === SHIPPED_SOURCE);
  if (length === 0) return { part, state: 'ok', text: 'none came with the product' };
  return {
    part,
    state: 'fail',
    text: `${length} rows of amenities, opening hours and rooms came with the product: they are examples`,
    todo: 'operator amenities, hours, rooms and timetable import FILE, with what is true on your campus',
  };
}

/** Without an office students' reports of defects reach no one [TK-04]. */
async function examineOffices({ edition }: Config, database: Executor): Promise<Finding> {
  const part = 'offices';
  if (edition === 'beta') return { part, state: 'ok', text: 'this edition has none' };
  const offices = await listOffices(database);
  if (offices.length === 0)
    return {
      part,
      state: 'warn',
      text: 'there is none: nobody hears of what students report broken',
      todo: "operator offices set all --name '시설팀' --email ADDRESS",
    };
  const troubles = offices.flatMap(({ id, refused_at, silent }) => [
    ...(refused_at ? [`the mail server refused the address of ${id}`] : []),
    ...(silent > 0 ? [`${id} did nothing about ${silent} tickets for a week`] : []),
  ]);
  if (troubles.length === 0) return { part, state: 'ok', text: `${offices.length} named` };
  return { part, state: 'warn', text: troubles.join('; '), todo: 'ask the office, or set another address' };
}

async function examinePosts(database: Executor): Promise<Finding> {
  const part = 'posts';
  const demo = await database.first(`SELECT 1 AS planted FROM installation WHERE key = 'demo'`);
  if (demo)
    return {
      part,
      state: 'fail',
      text: 'they are the demo world’s, by students that do not exist',
      todo: 'open on a new DATABASE_URL or DATA_DIR, where nothing was planted',
    };
  const count = await countPosts(database);
  if (count >= POSTS_MIN) return { part, state: 'ok', text: `${count} posts` };
  return {
    part,
    state: 'fail',
    text: `${count} posts, fewer than ${POSTS_MIN}`,
    todo: 'write some with your team first: the first visitors go where something stands',
  };
}
