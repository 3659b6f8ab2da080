import type { Campus } from '@madang/campus/campus';
import { readFloodRules } from '@madang/contract/moderation/floods';
import { HIDE_AT, REPORT_REASONS } from '@madang/contract/moderation/rules';
import type { OperatedCampus } from '@madang/contract/operate/campus-schema';
import type { SaidAmenity } from '../amenities/index.ts';
import type { BoardRow } from '../campus/index.ts';
import type { CodeRow } from '../codes/index.ts';
import { type HotRow, pictureAddress } from '../posts/index.ts';

/** What an operator looks after on this campus, beside what students say of places. */
export function presentOperatedCampus(
  { settings: { moderation } }: Campus,
  buildings: readonly BoardRow[],
  hots: readonly HotRow[],
  boards: readonly BoardRow[],
  said: readonly SaidAmenity[],
  codes: readonly CodeRow[],
): Omit<OperatedCampus, 'mutes' | 'locked'> {
  const names = new Map(boards.map(({ id, name }) => [id, name]));
  const { firstDayPosts, firstDayReplies, repeatMinutes, repeatLetters } = readFloodRules(moderation?.floods);
  return {
    buildings: buildings.map(({ kind: _, ...building }) => building),
    hots: hots.map((row) => ({
      postId: row.post_id,
      title: row.title,
      board: names.get(row.building_id) ?? '',
      likeCount: row.like_count,
      promotedAt: row.promoted_at.toISOString(),
    })),
    said: said.map(({ now: { id }, uploadIds, ...row }) => ({
      id,
      ...row,
      pictures: uploadIds.map((uploadId) => pictureAddress(uploadId, 'large.webp')),
    })),
    codes: codes
      .filter(({ replacedBy }) => replacedBy === null)
      .map(({ code, buildingId, spot, createdAt }) => ({
        code,
        buildingId,
        spot,
        createdAt: createdAt.toISOString(),
      })),
    moderation: {
      hideAt: moderation?.hideAt ?? HIDE_AT,
      openedOn: moderation?.openedOn ?? null,
      firstDayPosts,
      firstDayReplies,
      repeatMinutes,
      repeatLetters,
      texts: ([...REPORT_REASONS, 'restored'] as const).flatMap((reason) => {
        const text = moderation?.texts?.[reason];
        return text === undefined ? [] : [{ reason, text }];
      }),
    },
  };
}
