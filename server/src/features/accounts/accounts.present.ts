import type { Campus } from '@madang/campus/campus';
import type { Me } from '@madang/contract/accounts/schema';
import { findConsentsDue } from './accounts.policy.ts';
import type { StudentRow } from './accounts.queries.ts';

/** The signed-in student, for nobody but themselves [EN-01]. */
export function presentMe(row: StudentRow, campus: Campus): Me {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    nickname: row.nickname,
    university: row.university,
    emailVerified: row.email_verified_at !== null,
    writingRight: row.writing_right,
    points: row.points,
    consentsDue: findConsentsDue(row.consents, campus),
    createdAt: row.created_at.toISOString(),
  };
}
