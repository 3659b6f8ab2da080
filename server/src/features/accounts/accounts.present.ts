import type { Campus } from '@madang/campus/campus';
import type { Me } from '@madang/contract/accounts/schema';
import type { UserRow } from './accounts.queries.ts';

const legalTexts = ['terms', 'privacy'] as const;

/** The signed-in user, for nobody but themselves [EN-01]. */
export function presentMe(row: UserRow, campus: Campus): Me {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    nickname: row.nickname,
    university: row.university,
    emailVerified: row.email_verified_at !== null,
    writingRight: row.writing_right,
    points: row.points,
    consentsDue: legalTexts.filter(
      (document) => !row.consents.includes(`${document} ${campus[document].version}`),
    ),
    createdAt: row.created_at.toISOString(),
  };
}
