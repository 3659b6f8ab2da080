import type { TicketKind, TicketStep } from '@madang/contract/tickets/rules';
import { POST_TITLE_MAX } from '@madang/contract/posts/rules';

/** What is broken, as titles, mails and the sheet say it. */
export const KIND_WORDS: Readonly<Record<TicketKind, string>> = {
  power: '전기·콘센트 고장',
  climate: '냉난방 고장',
  water: '수도·화장실 고장',
  door: '문·잠금장치 고장',
  furniture: '책상·의자 고장',
  device: '프로젝터·기기 고장',
  network: '와이파이·네트워크 고장',
  lift: '승강기 고장',
  cleaning: '청소 필요',
  other: '기타 고장',
};

/** The steps of a ticket. */
export const STEP_WORDS: Readonly<Record<TicketStep, string>> = {
  received: '접수',
  seen: '확인',
  repairing: '수리 중',
  fixed: '완료',
  refused: '불가',
};

/** Where something is, in one line. */
export function nameTicketPlace({
  building_name: building,
  floor,
  spot,
}: {
  building_name: string;
  floor: string;
  spot: string;
}): string {
  const level = floor === '' || floor.endsWith('층') ? floor : `${floor}층`;
  return [building, level, spot].filter(Boolean).join(' ');
}

/** The title of a ticket's post: what and where. */
export function titleOf(ticket: {
  kind: TicketKind;
  building_name: string;
  floor: string;
  spot: string;
}): string {
  const title = `${KIND_WORDS[ticket.kind]} · ${nameTicketPlace(ticket)}`;
  return [...title].slice(0, POST_TITLE_MAX).join('').trim();
}
