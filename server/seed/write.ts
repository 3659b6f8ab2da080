import { placeKeyword } from '@madang/contract/campus/rules';
import type { Campus, CampusBoard } from '@madang/campus/campus';
import { content } from './content.ts';
import type { Note } from './notes.ts';
import type { Random } from './random.ts';
import type { SlotWords } from './slots.ts';

const SLOTS = ['item', 'spot', 'floor', 'day', 'time'] as const;

/** Chooses the words for the slots of one post. */
export function drawSlots(board: CampusBoard, random: Random): SlotWords {
  const { buildings, words } = content();
  const slots: Record<string, string> = {
    b:
      buildings.find(({ id }) => id === board.id)?.short ?? (board.kind === 'building' ? board.name : '여기'),
  };
  for (const slot of SLOTS) slots[slot] = random.pick(words[slot]);
  return slots;
}

/** Returns the note's keywords that the campus has, in their stored form; those of the festival have no place [EN-03]. */
export function storedKeywords(
  note: Pick<Note, 'keywords'>,
  board: CampusBoard,
  { settings }: Campus,
): string[] {
  if (board.kind === 'festival')
    return note.keywords.filter((keyword) => settings.festivalKeywords.includes(keyword));
  return note.keywords
    .filter((keyword) => settings.keywords.includes(keyword))
    .map((keyword) => placeKeyword(keyword, settings.placeWord));
}
