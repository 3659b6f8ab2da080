import type { Person, PersonDetail, RunningSanction } from '@madang/contract/operate/people-schema';
import { maskEmail, type Right } from '@madang/contract/operate/rules';
import { firstParagraph } from '@madang/contract/text/rules';
import type { UserRow } from '../accounts/index.ts';
import type { NamedRole, SanctionRow } from '../moderation/index.ts';
import type { ModeratedPostRow } from '../posts/index.ts';
import type { WrittenReplyRow } from '../replies/index.ts';

/** How much of a reply the list of what somebody wrote shows, in code points. */
const EXCERPT = 80;

/** A student in a list: the address masked, and no name. */
export function presentPerson(user: UserRow): Person {
  return {
    id: user.id,
    maskedEmail: maskEmail(user.email),
    emailVerified: user.email_verified_at !== null,
    nickname: user.nickname,
    writingRight: user.writing_right,
    signedUpAt: user.created_at.toISOString(),
  };
}

/** A sanction that runs. */
export function presentSanction(row: SanctionRow): RunningSanction {
  return {
    id: row.id,
    personId: row.user_id,
    nickname: row.nickname,
    kind: row.kind,
    board: presentBoard(row.building_id, row.board),
    ground: row.ground,
    text: row.text,
    givenAt: row.given_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
  };
}

/** A role of somebody. */
export function presentRole(row: NamedRole): PersonDetail['roles'][number] {
  return {
    role: row.role,
    board: presentBoard(row.building_id, row.board),
    givenAt: row.given_at.toISOString(),
  };
}

const presentBoard = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' };

/** What is known of somebody beside their account. */
export interface PersonFacts {
  posts: number;
  replies: number;
  sessions: number;
  roles: readonly NamedRole[];
  sanctions: readonly SanctionRow[];
  newestPosts: readonly ModeratedPostRow[];
  newestReplies: readonly WrittenReplyRow[];
}

/** A student with what an operator decides by. */
export function presentDetail(user: UserRow, self: boolean, facts: PersonFacts): PersonDetail {
  const posts = facts.newestPosts.map((post) => ({
    kind: 'post' as const,
    id: post.id,
    postId: post.id,
    board: post.building_id,
    text: post.title,
    hidden: post.hidden_at !== null,
    createdAt: post.created_at.toISOString(),
  }));
  const replies = facts.newestReplies.map((reply) => ({
    kind: 'reply' as const,
    id: reply.id,
    postId: reply.post_id,
    board: reply.building_id,
    text: firstParagraph(reply.body, EXCERPT),
    hidden: reply.hidden_at !== null,
    createdAt: reply.created_at.toISOString(),
  }));
  return {
    person: presentPerson(user),
    self,
    right: rightOf(user.right_override),
    points: user.points,
    posts: facts.posts,
    replies: facts.replies,
    sessions: facts.sessions,
    roles: facts.roles.map(presentRole),
    sanctions: facts.sanctions.map(presentSanction),
    written: [...posts, ...replies].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1)),
  };
}

function rightOf(override: boolean | null): Right {
  if (override === null) return 'rule';
  return override ? 'granted' : 'taken';
}
