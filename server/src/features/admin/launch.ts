import { isIPv6 } from 'node:net';
import type { Campus } from '@madang/campus/campus';
import { findShippedContacts, SHIPPED_SOURCE } from '@madang/campus/check-settings';
import { LAUNCH_PARTS } from '@madang/contract/admin/rules';
import type { Launch } from '@madang/contract/admin/schema';
import type { Edition } from '@madang/contract/campus/rules';
import { isCafeteria } from '@madang/contract/places/meals';
import { findAuditEntry } from '../../audit.ts';
import type { Executor } from '../../database/database.ts';
import { trustProxies } from '../../http/request.ts';
import { listShown } from '../bulletin/index.ts';
import { listRoles } from '../moderation/index.ts';
import { listAmenities, listCodes, listHours, listMealRows, listRooms } from '../places/index.ts';
import { countPosts } from '../posts/index.ts';
import { listOffices } from '../tickets/index.ts';
import { fail, pass, warn } from '../../lib/findings.ts';
import { type Finding, unchecked } from './site.ts';

const BACKUP_HOURS = 24;
/** Minimum number of posts: an empty campus deters visitors. */
const POSTS_MIN = 20;

/** Action in the audit log that confirms a test mail; its target is the route. */
export const MAIL_RECEIVED = 'mail received';

interface LaunchMachine {
  /** Mail server and sender; null with the built-in mailbox. */
  mailRoute: string | null;
  proxies: readonly string[];
  /** TCP port with a server; null if none listens there. */
  servedPort: number | null;
}

interface LaunchInput extends LaunchMachine {
  edition: Edition;
  campus: Campus | null;
  /** Null if missing or unreachable. */
  database: Executor | null;
}

/** Checks readiness for opening: nothing is broken, but something may be missing. */
export async function examineLaunch({
  edition,
  campus,
  database,
  ...machine
}: LaunchInput): Promise<Finding[]> {
  return [
    examineProxies(machine),
    campus ? examineContacts(campus) : unchecked('contacts'),
    campus ? examineTexts(campus) : unchecked('texts'),
    campus ? examineTimeZone(campus) : unchecked('time zone'),
    ...(database
      ? [
          campus ? await examineTestMail(machine, database) : unchecked('test mail'),
          await examineOperators(edition, database),
          await examineBackup(database),
          await examineTrial(database),
          await examineNotices(database),
          ...(await examinePlaces(edition, database)),
          await examineOffices(edition, database),
          await examinePosts(database),
        ]
      : OF_DATABASE.map((part) => unchecked(part))),
  ];
}

const OF_DATABASE = LAUNCH_PARTS.slice(LAUNCH_PARTS.indexOf('test mail'));

export interface LaunchDependencies extends LaunchInput {
  /** Checks name, certificate and server. */
  examineSite: () => Promise<Finding[]>;
}

/** Returns the readiness for opening as codes, in the order of the check. */
export async function readLaunch({ examineSite, ...input }: LaunchDependencies): Promise<Launch> {
  const findings = [...(await examineSite()), ...(await examineLaunch(input))];
  return { parts: findings.map(({ part, state, cause = null }) => ({ part, state, cause })) };
}

function examineContacts({ settings }: Campus): Finding {
  const shipped = findShippedContacts(settings);
  const { inquiryUrl, socialAccount } = settings;
  if (shipped.length === 0) return pass('contacts', `${inquiryUrl}, ${socialAccount}`);
  return fail(
    'contacts',
    `${shipped.map((name) => `${name} ${settings[name]}`).join(' and ')} came with the product: nobody reads them`,
    `put your own into campus.json (${shipped.join(', ')})`,
  );
}

function examineTexts({ foreign, settings }: Campus): Finding {
  const [first] = foreign;
  if (!first) return pass('texts', `they name only ${settings.university.name}`);
  return fail(
    'texts',
    `${foreign.length} in the campus folder name another university: ${first.message}`,
    'operator campus check lists them; write {university} and {domain} instead',
  );
}

/** Timers such as the nightly backup use the machine's time zone. */
function examineTimeZone({ settings: { timeZone } }: Campus): Finding {
  const machine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = new Date();
  const clock = (zone: string) => now.toLocaleString('sv', { timeZone: zone });
  if (clock(timeZone) === clock(machine)) return pass('time zone', timeZone);
  return warn(
    'time zone',
    `the campus uses ${timeZone}, this machine ${machine}, which sets the hour of the nightly backup`,
    `timedatectl set-timezone ${timeZone}; or correct timeZone of campus.json`,
  );
}

async function examineTestMail({ mailRoute: route }: LaunchMachine, database: Executor): Promise<Finding> {
  if (!route)
    return fail(
      'test mail',
      'mails stay in the built-in mailbox',
      'set SMTP_URL, then operator mail test ADDRESS',
      'noSmtp',
    );
  const received = await findAuditEntry(database, MAIL_RECEIVED, route);
  if (received) return pass('test mail', `one arrived from ${route} on ${received.at.toISOString()}`);
  return fail(
    'test mail',
    `none was confirmed from ${route}`,
    'operator mail test ADDRESS, then operator mail received CODE with the code of the mail',
  );
}

async function examineBackup(database: Executor): Promise<Finding> {
  const newest = await findAuditEntry(database, 'backup');
  const text = newest ? `the newest is ${newest.target}` : 'there is none';
  if (newest && newest.hoursAgo < BACKUP_HOURS) return pass('backup', text);
  return fail(
    'backup',
    `${text}${newest ? `, older than ${BACKUP_HOURS} hours` : ''}`,
    'operator backup FILE, nightly by a timer: docs/operating.md',
  );
}

async function examineTrial(database: Executor): Promise<Finding> {
  const tried = await findAuditEntry(database, 'backup verify');
  if (tried) return pass('backup trial', `${tried.target} was restored as a trial`);
  return fail(
    'backup trial',
    'none was restored as a trial',
    'operator backup verify FILE, nightly by a timer: docs/operating.md',
  );
}

/** Rate limits use client addresses: trusted proxies can claim any; behind untrusted ones, clients share one. */
function examineProxies({ proxies, servedPort }: LaunchMachine): Finding {
  const wide = proxies.filter(isWide);
  if (wide.length > 0)
    return fail(
      'proxies',
      `TRUSTED_PROXIES lets anybody forge an address: ${wide.join(', ')}`,
      'name only the addresses of your proxies; behind the shipped nginx leave it unset',
    );
  if (proxies.length > 0) return pass('proxies', proxies.join(', '));
  if (servedPort === null) return pass('proxies', 'none: the server listens at a socket');
  return fail(
    'proxies',
    `a server answers at port ${servedPort} and trusts no proxy: everybody behind a proxy has one address, and 200 wrong passwords lock out all`,
    'set TRUSTED_PROXIES to the address of your proxy, or let the servers listen at SOCKET',
  );
}

/** Whether a network is wider than 10.0.0.0/8, also as IPv6, or fc00::/7. */
function isWide(network: string): boolean {
  const [address = '', bits] = network.split('/');
  if (isIPv6(address) && bits !== undefined && Number(bits) < 7) return true;
  const trusted = trustProxies([network]);
  const blocks = Array.from({ length: 256 }, (_, first) => `${first}.0.0.0`);
  return blocks.filter((block) => trusted?.check(block)).length > 1;
}

async function examineOperators(edition: Edition, database: Executor): Promise<Finding> {
  if (edition === 'beta') return pass('operator', 'not needed in this edition');
  const roles = await listRoles(database);
  const { length } = roles.filter(({ role }) => role === 'operator');
  const people = new Set(roles.filter((role) => role.building_id === null).map(({ user_id }) => user_id));
  if (length > 0 && people.size === 1)
    return warn(
      'operator',
      'only one person sees reports, and nobody can decide about that person',
      "operator role give EMAIL operator --reason 'second operator', once that account exists",
    );
  if (length > 0) return pass('operator', `${length} of them`);
  return fail(
    'operator',
    'there is none: nobody sees reports',
    "operator role give EMAIL operator --reason 'first operator', once that account exists",
  );
}

async function examineNotices(database: Executor): Promise<Finding> {
  const { length } = await listShown(database, 'notice');
  if (length > 0) return pass('notices', `${length} notices`);
  return fail('notices', 'there is none', 'operator notice add: introduce yourselves and the rules');
}

const notShown = (part: 'amenities' | 'codes' | 'meals'): Finding => pass(part, 'not shown in this edition');

async function examinePlaces(edition: Edition, database: Executor): Promise<Finding[]> {
  if (edition === 'beta') return [notShown('amenities'), notShown('codes'), notShown('meals')];
  const amenities = await listAmenities(database);
  const rows = [...amenities, ...(await listHours(database)), ...(await listRooms(database))];
  return [
    judgeExamples(rows.filter(({ source }) => source === SHIPPED_SOURCE).length),
    judgeCodes((await listCodes(database)).filter(({ replacedBy }) => replacedBy === null).length),
    amenities.some(({ kind }) => isCafeteria(kind))
      ? judgeMeals((await listMealRows(database)).length)
      : pass('meals', 'no amenity is a cafeteria'),
  ];
}

function judgeExamples(count: number): Finding {
  if (count === 0) return pass('amenities', 'no example rows are left');
  return fail(
    'amenities',
    `${count} rows of amenities, opening hours and rooms are the product's examples`,
    'replace them with operator amenities, hours, rooms and timetable import FILE',
  );
}

function judgeCodes(count: number): Finding {
  if (count > 0) return pass('codes', `${count} printed codes`);
  return warn(
    'codes',
    'there is none: no sign in a building leads to its page',
    'operator codes add BUILDING, then operator codes print',
  );
}

function judgeMeals(count: number): Finding {
  if (count > 0) return pass('meals', `${count} dishes`);
  return warn('meals', 'no menu of a cafeteria', 'operator meals import FILE');
}

/** Without an office students' reports of defects reach no one [TK-04]. */
async function examineOffices(edition: Edition, database: Executor): Promise<Finding> {
  if (edition === 'beta') return pass('offices', 'not part of this edition');
  const offices = await listOffices(database);
  if (offices.length === 0)
    return warn(
      'offices',
      'there is none: nobody receives reports of damage',
      "operator offices set all --name '시설팀' --email ADDRESS",
    );
  const troubles = offices.flatMap(({ id, refused_at, silent }) => [
    ...(refused_at ? [`the mail server refused the address of ${id}`] : []),
    ...(silent > 0 ? [`${id} has ${silent} tickets untouched for a week`] : []),
  ]);
  if (troubles.length === 0) return pass('offices', `${offices.length} configured`);
  return warn(
    'offices',
    troubles.join('; '),
    'contact the office, or set another address',
    offices.some(({ refused_at }) => refused_at) ? 'refused' : 'silent',
  );
}

async function examinePosts(database: Executor): Promise<Finding> {
  const demo = await database.first(`SELECT 1 AS planted FROM installation WHERE key = 'demo'`);
  if (demo)
    return fail('posts', 'they belong to the demo data', 'open with a new DATABASE_URL or DATA_DIR', 'demo');
  const count = await countPosts(database);
  if (count >= POSTS_MIN) return pass('posts', `${count} posts`);
  return fail(
    'posts',
    `${count} posts, fewer than ${POSTS_MIN}`,
    'write some with your team first: an empty board gets no posts',
  );
}
