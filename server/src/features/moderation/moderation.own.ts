import type { OwnData } from '../accounts/index.ts';
import { STANDS } from './undo.queries.ts';

/**
 * What the user reported, whom they blocked by the name that they saw, what was hidden of theirs and said about it, what
 * they may not do, what counts against them from an account before, and their roles with what they did in them. Not who reported or decided; a case that hid nothing is not told before it does.
 */
export const ownModeration: OwnData = {
  officialLists: {
    reports: `
      SELECT created_at AS at, thing_id AS "thingId", reason, note, withdrawn_at AS "withdrawnAt",
             overturned_at AS "foundWrongAt" FROM reports WHERE reporter_id = $1`,
    blocks: `
      SELECT created_at AS at, nickname FROM blocks WHERE user_id = $1`,
    cases: `
      SELECT opened_at AS at, id, kind, thing_id AS "thingId", post_id AS "postId", state, ground, hidden_at AS "hiddenAt", hidden_until AS "hiddenUntil",
             decided_at AS "decidedAt", appealed_at AS "appealedAt"
        FROM cases WHERE author_id = $1 AND hidden_at IS NOT NULL`,
    caseTexts: `
      SELECT case_events.at, case_id AS "caseId", case_events.kind, case_events.ground, case_events.text
        FROM case_events JOIN cases ON cases.id = case_id
       WHERE author_id = $1 AND case_events.kind IN ('upheld', 'restored', 'appealed') AND hidden_at IS NOT NULL
         AND ${STANDS}`,
    sanctions: `
      SELECT given_at AS at, kind, building_id AS "buildingId", ground, text, ends_at AS "endsAt"
        FROM sanctions WHERE user_id = $1`,
    keptActs: `SELECT at, kind, count FROM kept_acts WHERE user_id = $1`,
    roles: `SELECT given_at AS at, role, building_id AS "buildingId" FROM roles WHERE user_id = $1`,
    passkeys: `SELECT created_at AS at FROM passkeys WHERE user_id = $1`,
    ownActs: `SELECT at, action FROM audit WHERE actor = ($1::uuid)::text`,
  },
};
