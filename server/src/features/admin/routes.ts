import type { PersonDetail } from '@madang/contract/admin/people-schema';
import type { Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { Session } from '../../sessions/sessions.ts';
import {
  countSessions,
  findUser,
  type RemovalDependencies,
  removeUser,
  searchUsers,
} from '../accounts/index.ts';
import {
  hangs,
  listCodes,
  listLockedRooms,
  listMutes,
  listSaid,
  printSigns,
  SIGNS_POLICY,
} from '../places/index.ts';
import { listBoards, listBuildings } from '../campus/index.ts';
import { listAllRunning, listRoles, listRunning, type SanctionsDependencies } from '../moderation/index.ts';
import { countPostsBy, listHotRows, listPostsByEvenHidden } from '../posts/index.ts';
import { countRepliesBy, listRepliesByEvenHidden } from '../replies/index.ts';
import { listEndedTickets, listOffices, listOpenTickets, presentTicket } from '../tickets/index.ts';
import {
  amenityPut,
  amenityRemove,
  amenityUndo,
  buildingAdd,
  buildingEdit,
  buildingRemove,
  codesAdd,
  codesReplace,
  crowdReportsMute,
  crowdReportsPlant,
  crowdReportsUnmute,
  hotAdd,
  hotRemove,
  hoursPut,
  hoursRemove,
  mealsPublish,
  presentOperatedCampus,
} from './campus.ts';
import { type EntriesDependencies, readEntry, saveEntry, withdrawEntry } from './entries.ts';
import { listEntries, pictureKey, presentEntry } from './entry-rows.ts';
import { type LaunchDependencies, readLaunch } from './launch.ts';
import { countDays, type HealthDependencies, readHealth, readNumbers } from './numbers.ts';
import { type ActionDependencies, performAction } from './operator-actions.ts';
import {
  presentDetail,
  presentPerson,
  presentRole,
  presentSanction,
  rightActions,
  roleGive,
  roleTake,
  sanctionEnd,
  sanctionGive,
  studentWithdraw,
} from './people.ts';
import { rememberSite } from './site.ts';
import { importTable, writePlaces } from './place-tables.ts';
import {
  officesRemove,
  officesSet,
  printTicketSheet,
  readTicketSheet,
  SHEET_POLICY,
  ticketsStep,
} from './tickets.ts';

const DRAWING = { 'Cache-Control': 'no-store', 'Content-Type': 'image/svg+xml' };

type OperateDependencies = EntriesDependencies &
  PeopleDependencies &
  HealthDependencies &
  Omit<LaunchDependencies, 'campus' | 'database' | 'examineSite'> & {
    origin: string;
  };

/** Registers the operators' web routes. */
export function registerOperate(router: Router, dependencies: OperateDependencies): void {
  const { database, timeZone, origin } = dependencies;
  const examineSite = rememberSite(origin);
  registerPeople(router, dependencies);
  registerEntries(router, dependencies);
  registerOperatedCampus(router, dependencies);
  registerOperatedTickets(router, dependencies);

  router.handle('GET /api/operate/health', () => readHealth(dependencies));

  router.handle('GET /api/operate/launch', () => readLaunch({ ...dependencies, examineSite }));

  router.handle('GET /api/operate/numbers', () => readNumbers(database, timeZone));
  router.stream('GET /api/operate/numbers/{kind}/plot', async ({ path: { kind }, request }) => {
    const { days } = await countDays(database, timeZone);
    const points = days.map(({ day, counts }) => ({ day, value: counts[kind] }));
    // Loads the plot library on first use instead of at startup.
    const { drawDays } = await import('../../lib/day-plot.ts');
    request.send(200, DRAWING, drawDays({ title: kind, points }));
  });
}

const HOTS_MAX = 100;

/** Registers routes for buildings, their contents, and the popular list. */
function registerOperatedCampus(router: Router, dependencies: ActionDependencies & { origin: string }): void {
  const { database, campus } = dependencies;
  registerOperatedPlaces(router, dependencies);

  router.handle('GET /api/operate/campus', async () => {
    const presented = presentOperatedCampus(
      campus,
      await listBuildings(database),
      await listHotRows(database, HOTS_MAX),
      await listBoards(database),
      await listSaid(database),
      await listCodes(database),
    );
    return {
      ...presented,
      mutes: await listMutes(database),
      locked: await listLockedRooms(database),
    };
  });
  router.handle('POST /api/operate/buildings', ({ session, body }) =>
    performAction(dependencies, session, buildingAdd, body),
  );
  router.handle('PUT /api/operate/buildings/{buildingId}', ({ session, path, body }) =>
    performAction(dependencies, session, buildingEdit, { id: path.buildingId, ...body }),
  );
  router.handle('POST /api/operate/buildings/{buildingId}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, buildingRemove, { id: path.buildingId, ...body }),
  );
  router.handle('POST /api/operate/hots', ({ session, body }) =>
    performAction(dependencies, session, hotAdd, { id: body.post, reason: body.reason }),
  );
  router.handle('POST /api/operate/hots/{id}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, hotRemove, { ...path, ...body }),
  );
  router.handle('PUT /api/operate/amenities/{amenityId}', ({ session, path, body }) =>
    performAction(dependencies, session, amenityPut, { id: path.amenityId, ...body }),
  );
  router.handle('POST /api/operate/amenities/{amenityId}/{act}', ({ session, path, body }) => {
    const action = path.act === 'undo' ? amenityUndo : amenityRemove;
    return performAction(dependencies, session, action, { id: path.amenityId, ...body });
  });
  router.handle('PUT /api/operate/hours/{buildingId}', ({ session, path, body }) =>
    performAction(dependencies, session, hoursPut, { id: path.buildingId, ...body }),
  );
  router.handle('PUT /api/operate/meals/{amenityId}', ({ session, path, body }) =>
    performAction(dependencies, session, mealsPublish, { id: path.amenityId, ...body }),
  );
  router.handle('POST /api/operate/tables/{table}', ({ session, path, body }) =>
    importTable(dependencies, session, path.table, body),
  );
  router.stream('GET /api/operate/tables/{table}', async ({ path: { table }, request }) => {
    const headers = {
      'Cache-Control': 'no-store',
      'Content-Type': 'text/tab-separated-values; charset=utf-8',
    };
    request.send(200, headers, await writePlaces[table](database));
  });
  router.handle('POST /api/operate/hours/{buildingId}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, hoursRemove, { id: path.buildingId, ...body }),
  );
}

/** Registers routes for crowd reports and the signs with their codes. */
function registerOperatedPlaces(
  router: Router,
  { origin, ...dependencies }: ActionDependencies & { origin: string },
): void {
  const { database, campus } = dependencies;

  router.handle('POST /api/operate/voices/{buildingId}/{act}', ({ session, path, body }) => {
    const action = path.act === 'mute' ? crowdReportsMute : crowdReportsUnmute;
    return performAction(dependencies, session, action, { id: path.buildingId, ...body });
  });
  router.handle('PUT /api/operate/voices/{buildingId}', ({ session, path, body }) =>
    performAction(dependencies, session, crowdReportsPlant, { id: path.buildingId, ...body }),
  );
  router.handle('POST /api/operate/codes', ({ session, body }) =>
    performAction(dependencies, session, codesAdd, { id: body.building, ...body }),
  );
  router.handle('POST /api/operate/codes/{code}/replacement', ({ session, path, body }) =>
    performAction(dependencies, session, codesReplace, { id: path.code, ...body }),
  );
  router.stream('GET /api/operate/codes/signs', async ({ query, request }) => {
    const site = { product: campus.settings.product.name, origin };
    const signs = (await listCodes(database)).filter((row) => hangs(row, query));
    const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' };
    const policy = { 'Content-Security-Policy': SIGNS_POLICY };
    request.send(200, { ...headers, ...policy }, printSigns(site, signs, query.size ?? 'a6'));
  });
}

function registerEntries(router: Router, dependencies: EntriesDependencies): void {
  const { database, images } = dependencies;

  router.handle('GET /api/operate/bulletin/{kind}', async ({ path }) => ({
    entries: (await listEntries(database, path.kind)).map(presentEntry),
  }));

  router.handle('GET /api/operate/bulletin/{kind}/{id}', async ({ path }) =>
    presentEntry(await readEntry(database, path.kind, path.id)),
  );

  router.stream('GET /api/operate/bulletin/{kind}/{id}/picture', async ({ path, request }) => {
    const { kind, id, picture_mark: mark } = await readEntry(database, path.kind, path.id);
    const isPost = kind === 'facility-notice';
    const key = mark === null ? null : pictureKey(kind, id, mark);
    const bytes = key === null ? null : await images.get(isPost ? `${key}/large.webp` : key);
    if (!bytes) throw new ProblemError('resource.missing');
    const type = isPost ? 'image/webp' : 'image/png';
    request.send(200, { 'Cache-Control': 'no-store', 'Content-Type': type }, bytes);
  });

  router.handle('PUT /api/operate/bulletin/{kind}/{id}', ({ session, path, body }) =>
    saveEntry(dependencies, session, path.kind, path.id, body),
  );

  router.handle('DELETE /api/operate/bulletin/{kind}/{id}', ({ session, path }) =>
    withdrawEntry(dependencies, session, path.kind, path.id),
  );
}

/** Newest posts, and newest replies, in a user's detail. */
const WRITTEN = 20;
const SANCTIONS_MAX = 500;

type PeopleDependencies = ActionDependencies & RemovalDependencies & SanctionsDependencies;

/** Registers routes for users [MO-15]. */
function registerPeople(router: Router, dependencies: PeopleDependencies): void {
  const { database } = dependencies;
  const read = ({ userId }: Session, id: string) => readPerson(database, id, userId);
  const remove = (transaction: Transaction, id: string) => removeUser(dependencies, transaction, id);

  router.handle('POST /api/operate/people/search', async ({ body }) => ({
    people: (await searchUsers(database, body.who)).map(presentPerson),
  }));
  router.handle('GET /api/operate/people/{id}', ({ session, path }) => read(session, path.id));
  router.handle('PUT /api/operate/people/{id}/right', async ({ session, path, body }) => {
    await performAction(dependencies, session, rightActions[body.right], { ...path, ...body });
    return read(session, path.id);
  });
  router.handle('PUT /api/operate/people/{id}/role', async ({ session, path, body }) => {
    const role = { ...path, ...body, board: body.boardId };
    await performAction(dependencies, session, body.held ? roleGive : roleTake, role);
    return read(session, path.id);
  });
  router.handle('POST /api/operate/people/{id}/sanctions', async ({ session, path, body }) => {
    await performAction(dependencies, session, sanctionGive, { ...path, ...body, reason: body.ground });
    return read(session, path.id);
  });
  router.handle('POST /api/operate/people/{id}/withdrawal', ({ session, path, body }) =>
    performAction({ ...dependencies, removeUser: remove }, session, studentWithdraw, { ...path, ...body }),
  );
  router.handle('GET /api/operate/roles', async () => {
    const roles = await listRoles(database);
    return {
      roles: roles.map((row) => ({ ...presentRole(row), personId: row.user_id, nickname: row.nickname })),
      boards: (await listBoards(database)).map(({ id, name }) => ({ id, name })),
    };
  });
  router.handle('GET /api/operate/sanctions', async () => ({
    sanctions: (await listAllRunning(database, SANCTIONS_MAX)).map(presentSanction),
  }));
  router.handle('POST /api/operate/sanctions/{id}/end', ({ session, path, body }) =>
    performAction(dependencies, session, sanctionEnd, { ...path, ...body }),
  );
}

async function readPerson(executor: Executor, id: string, readerId: string): Promise<PersonDetail> {
  const user = await findUser(executor, id);
  if (!user) throw new ProblemError('resource.missing');
  return presentDetail(user, id === readerId, {
    posts: await countPostsBy(executor, id),
    replies: await countRepliesBy(executor, id),
    sessions: await countSessions(executor, id),
    roles: await listRoles(executor, id),
    sanctions: await listRunning(executor, id),
    newestPosts: await listPostsByEvenHidden(executor, id, WRITTEN),
    newestReplies: await listRepliesByEvenHidden(executor, id, WRITTEN),
  });
}

/** Days for which ended tickets are listed. */
const ENDED_DAYS = 7;

function registerOperatedTickets(router: Router, dependencies: ActionDependencies): void {
  const { database, campus } = dependencies;

  router.handle('GET /api/operate/tickets', async () => {
    const rows = [...(await listOpenTickets(database)), ...(await listEndedTickets(database, ENDED_DAYS))];
    const offices = (await listOffices(database)).map(({ daily_hour, refused_at, ...office }) => ({
      ...office,
      dailyHour: daily_hour,
      refusedAt: refused_at?.toISOString() ?? null,
    }));
    return { tickets: rows.map(presentTicket), offices };
  });
  router.handle('POST /api/operate/tickets/{id}/step', ({ session, path, body }) =>
    performAction(dependencies, session, ticketsStep, { ...path, ...body }),
  );
  router.handle('PUT /api/operate/offices/{officeId}', ({ session, path, body }) =>
    performAction(dependencies, session, officesSet, { id: path.officeId, ...body }),
  );
  router.handle('POST /api/operate/offices/{officeId}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, officesRemove, { id: path.officeId, ...body }),
  );
  router.stream('GET /api/operate/tickets/sheet', async ({ request }) => {
    const page = printTicketSheet(
      campus.settings.product.name,
      await readTicketSheet(database, campus.settings.timeZone),
    );
    const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' };
    request.send(200, { ...headers, 'Content-Security-Policy': SHEET_POLICY }, page);
  });
}
