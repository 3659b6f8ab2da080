import type { OwnData } from '../accounts/index.ts';

/** What told the student of what, what they want to be told of, and the words that they wait for. Posts are named by id only. */
export const ownNotifications: OwnData = {
  lists: {
    inboxLines: `
      SELECT at, kind, post_id AS "postId", about_id AS "aboutId", building_id AS "buildingId", word, things, read_at AS "readAt"
        FROM inbox_lines WHERE user_id = $1`,
    inboxSettings: `
      SELECT users.created_at AS at, told, off_kinds AS "offKinds", notices_read_at AS "noticesReadAt"
        FROM inboxes JOIN users ON users.id = user_id WHERE user_id = $1`,
    mutedThreads: `SELECT muted_at AS at, post_id AS "postId" FROM inbox_mutes WHERE user_id = $1`,
    followedThreads: `SELECT created_at AS at, post_id AS "postId" FROM follows WHERE user_id = $1`,
    alerts: `
      SELECT created_at AS at, id, word, building_id AS "buildingId", since, paused_at AS "pausedAt"
        FROM alerts WHERE user_id = $1`,
  },
};
