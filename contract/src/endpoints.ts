import { type CallBody, completeEndpoints, inOfficial } from './endpoint.ts';
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
export const endpoints = completeEndpoints({
  ...accountEndpoints,
  ...campusEndpoints,
  ...inOfficial(packEndpoints),
  ...inOfficial(amenityEndpoints),
  ...inOfficial(roomEndpoints),
  ...inOfficial(mealEndpoints),
  ...inOfficial(pinEndpoints),
  ...postEndpoints,
  ...uploadEndpoints,
  ...replyEndpoints,
  ...deviceEndpoints,
  ...inOfficial(ownContentEndpoints),
  ...inOfficial(searchEndpoints),
  ...bulletinEndpoints,
  ...inOfficial(moderationEndpoints),
  ...inOfficial(rightsEndpoints),
  ...inOfficial(blockEndpoints),
  ...inOfficial(notificationEndpoints),
  ...inOfficial(alertEndpoints),
  ...inOfficial(pushEndpoints),
  ...inOfficial(staffEndpoints),
  ...inOfficial(operateEndpoints),
  ...inOfficial(entryEndpoints),
  ...inOfficial(peopleEndpoints),
  ...inOfficial(numbersEndpoints),
  ...inOfficial(operatedCampusEndpoints),
  ...analyticsEndpoints,
  ...inOfficial(crowdReportEndpoints),
  ...inOfficial(placesNowEndpoints),
  ...inOfficial(codeEndpoints),
  ...inOfficial(ticketEndpoints),
  ...inOfficial(operatedTicketEndpoints),
});

export type Endpoints = typeof endpoints;

/** A call's parsed body. */
export type Body<Name extends keyof Endpoints> = CallBody<Endpoints[Name]>;
