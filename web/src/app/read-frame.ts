import type { Edition } from '@madang/contract/campus/rules';
import { findScreen, type PathParams, type ScreenPath, type ScreenRow } from '@madang/contract/screens';
import { copy } from '../copy.ko.ts';

/** What stands around a page. */
export interface FrameLook extends Pick<ScreenRow, 'header' | 'footer' | 'parent' | 'titleTo'> {
  /** The header's title, where it has one. */
  title?: string | undefined;
  /** The write button: of the board that is shown, or one that asks for the board first. */
  pen?: 'board' | 'picker' | 'none';
  params: PathParams;
}

const titles: Partial<Record<ScreenPath, string>> = {
  '/map': copy['building.map'],
  '/emergency': copy['emergency.title'],
  '/board/new': copy['tile.new'],
  '/board/hot': copy['tile.hot'],
  '/board/event': copy['board.event'],
  '/board/event/:id': copy['board.event'],
  '/board/notice': copy['board.notice'],
  '/board/notice/:id': copy['board.notice'],
};

/** What stands around the page of this address; a visitor has no footer anywhere, and a header that asks nothing. */
export function readFrame(pathname: string, signedIn: boolean, edition: Edition): FrameLook {
  const found = findScreen(pathname, edition);
  if (!found) return { ...(signedIn && { footer: 'write', pen: 'board' }), parent: '/', params: {} };
  const { screen, params } = found;
  if (!signedIn) return { parent: screen.parent, params };
  const pen = screen.footer === 'write' ? 'board' : 'none';
  const officially = edition === 'official' ? screen.penOfficially : undefined;
  return { ...screen, title: titles[screen.path], pen: officially ?? pen, params };
}
