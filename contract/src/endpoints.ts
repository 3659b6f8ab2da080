import type { CallBody } from './endpoint.ts';
import { accountEndpoints } from './accounts/schema.ts';
import {
  amenityEndpoints,
  codeEndpoints,
  crowdReportEndpoints,
  mealEndpoints,
  packEndpoints,
  placesNowEndpoints,
  roomEndpoints,
} from './places/schema.ts';
import { analyticsEndpoints } from './analytics/schema.ts';
import { bulletinEndpoints } from './bulletin/schema.ts';
import { campusEndpoints, pinEndpoints } from './campus/schema.ts';
import { deviceEndpoints } from './offline/schema.ts';
import { blockEndpoints, moderationEndpoints, rightsEndpoints } from './moderation/schema.ts';
import { staffEndpoints } from './moderation/staff-schema.ts';
import { alertEndpoints, notificationEndpoints, pushEndpoints } from './notifications/schema.ts';
import { operatedCampusEndpoints } from './admin/campus-schema.ts';
import {
  entryEndpoints,
  numbersEndpoints,
  operatedTicketEndpoints,
  operateEndpoints,
} from './admin/schema.ts';
import { peopleEndpoints } from './admin/people-schema.ts';
import { ownContentEndpoints, postEndpoints, uploadEndpoints } from './posts/schema.ts';
import { replyEndpoints } from './replies/schema.ts';
import { searchEndpoints } from './search/schema.ts';
import { ticketEndpoints } from './tickets/schema.ts';

/** All calls, by method and path. The web uses `import type` only. */
export const endpoints = {
  ...accountEndpoints,
  ...campusEndpoints,
  ...packEndpoints,
  ...amenityEndpoints,
  ...roomEndpoints,
  ...mealEndpoints,
  ...pinEndpoints,
  ...postEndpoints,
  ...uploadEndpoints,
  ...replyEndpoints,
  ...deviceEndpoints,
  ...ownContentEndpoints,
  ...searchEndpoints,
  ...bulletinEndpoints,
  ...moderationEndpoints,
  ...rightsEndpoints,
  ...blockEndpoints,
  ...notificationEndpoints,
  ...alertEndpoints,
  ...pushEndpoints,
  ...staffEndpoints,
  ...operateEndpoints,
  ...entryEndpoints,
  ...peopleEndpoints,
  ...numbersEndpoints,
  ...operatedCampusEndpoints,
  ...analyticsEndpoints,
  ...crowdReportEndpoints,
  ...placesNowEndpoints,
  ...codeEndpoints,
  ...ticketEndpoints,
  ...operatedTicketEndpoints,
} as const;

export type Endpoints = typeof endpoints;

/** A call's parsed body. */
export type Body<Name extends keyof Endpoints> = CallBody<Endpoints[Name]>;
