import { sweepTokens, TICKET_SHEET } from './features/accounts/index.ts';
import {
  endCrowdReports,
  findPlaces,
  NOTIFY_DISHES,
  sweepAmenityReports,
  sweepLocked,
  sweepMeals,
} from './features/places/index.ts';
import { rollUp } from './features/analytics/index.ts';
import {
  DECIDED_JOB,
  notifyDecided,
  RIGHTS_JOB,
  sweepRequests,
  sweepRetainedRecords,
  sweepSanctions,
  takeStep,
} from './features/moderation/index.ts';
import {
  MATCH_ALERTS,
  matchAlerts,
  NOTIFY_FOLLOWERS_JOB,
  notifyFollowers,
  notifyOfDishes,
  notifyOfTicket,
  PUSH_NOTICE,
  pushNotice,
  sweepInboxes,
  sweepPush,
} from './features/notifications/index.ts';
import { mailTicketSheet, planTicketSheet, PUBLISH_ENTRY, publishEntry } from './features/admin/index.ts';
import { fillPostTexts, removeNotedPictures, sweepUploads } from './features/posts/index.ts';
import { endSearchDays } from './features/search/index.ts';
import { askIfFixed, mailLists } from './features/tickets/index.ts';
import { deleteFormerSecret } from './lib/installation-keys.ts';
import { sweepGivenUpJobs } from './jobs/jobs.ts';
import type { AppDependencies, Services } from './services.ts';
import { purgeDeleted } from './user-data.ts';

/** Lease in seconds for sequential purges and slow stores. */
const LONG_LEASE = 600;
/** Lease in seconds; the first run processes all posts. */
const FILL_LEASE = 3_600;

/** Registers every kind of job. */
export function registerJobs(dependencies: AppDependencies, services: Services): void {
  registerPlaceJobs(dependencies, services);
  if (dependencies.edition === 'official') registerTicketJobs(dependencies, services);
  const { database, images, campus } = dependencies;
  const { jobs, sessions, limiter, mailQueue, cache, streams } = services;
  jobs.handle('sweepSessions', { every: 'hour', inside: (transaction) => sessions.sweep(transaction) });
  jobs.handle('sweepLimits', { every: 'hour', inside: (transaction) => limiter.sweep(transaction) });
  jobs.handle('sweepTokens', { every: 'hour', inside: sweepTokens });
  jobs.handle('sweepSanctions', { every: 'hour', inside: sweepSanctions });
  jobs.handle('sweepVoices', { every: 'day', inside: sweepAmenityReports });
  jobs.handle('sweepLocked', { every: 'hour', inside: sweepLocked });
  jobs.handle('sweepMeals', {
    every: 'hour',
    inside: (transaction) => sweepMeals(transaction, campus.settings.timeZone),
  });
  jobs.handle('sweepKeptActs', { every: 'hour', inside: sweepRetainedRecords });
  jobs.handle('sweepRights', { every: 'hour', inside: sweepRequests });
  jobs.handle(RIGHTS_JOB, {
    inside: (transaction, job) => takeStep({ mailQueue, cache, streams }, transaction, job),
  });
  jobs.handle(DECIDED_JOB, {
    inside: (transaction, job) => notifyDecided({ mailQueue }, transaction, job),
  });
  jobs.handle('sweepUploads', { every: 'hour', outside: () => sweepUploads({ database }) });
  jobs.handle('purgeDeleted', {
    every: 'hour',
    outside: () => purgeDeleted(database),
    leaseSeconds: LONG_LEASE,
  });
  jobs.handle('removePictures', {
    every: 'hour',
    outside: () => removeNotedPictures({ database, images }),
    leaseSeconds: LONG_LEASE,
  });
  jobs.handle('fillPostTexts', {
    every: 'hour',
    atOnce: true,
    outside: () => fillPostTexts(database),
    leaseSeconds: FILL_LEASE,
  });
  jobs.handle('rollUp', { every: 'hour', outside: () => rollUp(database, campus.settings.timeZone) });
  jobs.handle('endSearchDays', {
    every: 'hour',
    inside: (transaction) => endSearchDays(transaction, campus.settings.timeZone),
  });
  jobs.handle(PUBLISH_ENTRY, {
    inside: (transaction, { data }) => publishEntry({ cache, streams }, transaction, data),
  });
  jobs.handle('deleteFormerSecret', { every: 'day', inside: deleteFormerSecret });
  jobs.handle('sweepJobs', { every: 'day', inside: sweepGivenUpJobs });
  registerInboxJobs(dependencies, services);
}

/** Registers jobs that ask students and notify offices about defects. */
function registerTicketJobs({ campus }: AppDependencies, { jobs, mailQueue }: Services): void {
  const { timeZone } = campus.settings;
  jobs.handle('askIfFixed', {
    every: 'hour',
    inside: (transaction) => askIfFixed(transaction, notifyOfTicket),
  });
  jobs.handle('mailLists', {
    every: 'hour',
    inside: (transaction) => mailLists(transaction, { mailQueue }, timeZone),
  });
  jobs.handle('planTicketSheet', {
    every: 'day',
    atOnce: true,
    inside: (transaction) => planTicketSheet(transaction, timeZone),
  });
  jobs.handle(TICKET_SHEET, { inside: (transaction) => mailTicketSheet(transaction, { mailQueue }) });
}

function registerInboxJobs(
  { database, campus }: AppDependencies,
  { jobs, inboxes, notifier, tally }: Services,
): void {
  // For replies of a process that crashed before it notified their users.
  jobs.handle('notifyOfReplies', { every: 'minute', outside: () => notifier.run() });
  jobs.handle('sweepInboxes', {
    every: 'day',
    outside: () => sweepInboxes(database),
    leaseSeconds: LONG_LEASE,
  });
  jobs.handle(PUSH_NOTICE, { inside: pushNotice });
  jobs.handle('sweepPush', {
    every: 'hour',
    inside: (transaction) => sweepPush({ counter: tally }, transaction),
  });
  jobs.handle(MATCH_ALERTS, {
    inside: (transaction, job) => matchAlerts({ inboxes, counter: tally }, transaction, job),
  });
  jobs.handle(NOTIFY_DISHES, {
    inside: (transaction, job) =>
      notifyOfDishes({ counter: tally, timeZone: campus.settings.timeZone }, transaction, job),
  });
  jobs.handle(NOTIFY_FOLLOWERS_JOB, {
    inside: (transaction, job) => notifyFollowers({ inboxes, counter: tally }, transaction, job),
  });
}

function registerPlaceJobs({ database, campus, edition }: AppDependencies, { jobs, cache }: Services): void {
  jobs.handle('endVoices', {
    every: 'minute',
    outside: () => endCrowdReports(database, campus),
  });
  if (edition === 'official')
    jobs.handle('placesNow', {
      every: '5 minutes',
      atOnce: true,
      inside: (transaction) => findPlaces({ campus, cache }, transaction),
    });
}
