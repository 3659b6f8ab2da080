import type { OwnBlock } from '@madang/contract/moderation/blocks-schema';
import type { BlockRow } from './blocks.queries.ts';

/** A block for who made it: the name that they saw, and no id of the person. */
export function presentBlock({ id, nickname, created_at: createdAt }: BlockRow): OwnBlock {
  return { id, nickname, blockedAt: createdAt.toISOString() };
}
