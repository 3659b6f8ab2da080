import { ownAccount, type OwnData } from '../features/accounts/index.ts';
import { ownAmenities } from '../features/amenities/index.ts';
import { ownSoldOut } from '../features/meals/index.ts';
import { ownModeration } from '../features/moderation/index.ts';
import { ownNotifications } from '../features/notifications/index.ts';
import { ownPins } from '../features/pins/index.ts';
import { ownPosts } from '../features/posts/index.ts';
import { ownReplies } from '../features/replies/index.ts';
import { ownLockedRooms } from '../features/rooms/index.ts';
import { ownTickets } from '../features/tickets/index.ts';
import { ownActs } from '../operator/audit.ts';

/** All that is stored about a user, in the order of their file; handed down to the download. */
export const ownData: readonly OwnData[] = [
  ownAccount,
  ownPosts,
  ownReplies,
  ownModeration,
  ownNotifications,
  ownPins,
  ownAmenities,
  ownLockedRooms,
  ownSoldOut,
  ownTickets,
  ownActs,
];
