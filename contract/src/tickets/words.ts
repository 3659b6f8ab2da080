// Terms for tickets on screens, in mails to offices and on the sheet.
import type { TicketKind, TicketStep } from './rules.ts';

export const KIND_WORDS: Readonly<Record<TicketKind, string>> = {
  power: '전기·조명',
  climate: '냉난방',
  water: '물·화장실',
  door: '문·창문',
  furniture: '책상·의자',
  device: '기기',
  network: '와이파이',
  lift: '엘리베이터',
  cleaning: '청소',
  other: '기타',
};

export const STEP_WORDS: Readonly<Record<TicketStep, string>> = {
  received: '접수',
  seen: '확인',
  repairing: '수리 중',
  fixed: '완료',
  refused: '불가',
};

/** Returns the location in a building: `3층 열람실 앞`; may be empty. */
export function placeWords({ floor, spot }: { floor: string; spot: string }): string {
  const level = floor === '' || floor.endsWith('층') ? floor : `${floor}층`;
  return [level, spot].filter(Boolean).join(' ');
}
