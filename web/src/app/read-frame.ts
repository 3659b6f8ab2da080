import type { Edition } from '@madang/contract/campus/rules';
import { findScreen, type PathParams, type ScreenPath, type ScreenRow } from '@madang/contract/screens';
import { copy } from '../copy.ko.ts';

export interface FrameLook extends Pick<ScreenRow, 'footer' | 'parent' | 'titleTo'> {
  header?: ScreenRow['header'] | 'post';
  title?: string | undefined;
  /** Whether the header has a share button: official edition, on pages that others can open. */
  shared?: boolean;
  /** Write button: for the displayed board, or one that asks for the board first. */
  pen?: 'board' | 'picker' | 'none' | undefined;
  params: PathParams;
}

const titles: Partial<Record<ScreenPath, string>> = {
  '/board/new': copy['tile.new'],
  '/board/hot': copy['tile.hot'],
  '/board/event': copy['board.event'],
  '/board/event/:id': copy['board.event'],
  '/board/notice': copy['board.notice'],
  '/board/notice/:id': copy['board.notice'],
};

/** Titles that replace the logo in the official edition [EV-03]. */
const officialTitles: Partial<Record<ScreenPath, string>> = {
  '/map': copy['building.map'],
  '/emergency': copy['emergency.title'],
  '/tickets': copy['ticket.title'],
  '/tickets/new': copy['ticket.report'],
  '/board/question': copy['tile.question'],
  '/board/buildingNotice': copy['tile.buildingNotice'],
  '/board/festival': copy['tile.festival'],
  '/hotpost/:id': copy['tile.hot'],
  '/post/:id/edit': copy['own.heading'],
  '/write': copy['write.heading'],
  '/notifications': copy['inbox'],
  '/rights': copy['rights.title'],
  '/transparency': copy['transparency.title'],
  '/mypage/viewprofile': copy['profile.heading'],
  '/mypage/viewprofile/changenickname': copy['edit.nickname'],
  '/mypage/viewprofile/changeEmail': copy['edit.email'],
  '/mypage/viewprofile/changepassword': copy['edit.password'],
  '/mypage/scrap': copy['mypage.scrap'],
  '/mypage/myposts': copy['mypage.myposts'],
  '/mypage/outbox': copy['outbox'],
  '/mypage/replied': copy['mypage.replied'],
  '/mypage/alerts': copy['alerts.title'],
  '/mypage/notifications': copy['notify.title'],
  '/mypage/tickets': copy['ticket.own'],
  '/mypage/cases': copy['mypage.cases'],
  '/mypage/blocks': copy['mypage.blocks'],
  '/mypage/licences': copy['mypage.licences'],
  '/mypage/howto': copy['howto.title'],
  '/mypage/cancelmembership': copy['mypage.withdraw'],
  '/moderate': copy['moderate.title'],
  '/operate': copy['operate.title'],
  '/operate/bulletin': copy['operate.bulletin'],
  '/operate/people': copy['operate.people'],
  '/operate/people/:id': copy['operate.person'],
  '/operate/campus': copy['operate.campus'],
  '/operate/tickets': copy['operate.tickets'],
  '/operate/numbers': copy['operate.numbers'],
};

/** Returns the frame of an address. A visitor has no footer, and a header without requests. */
export function readFrame(pathname: string, signedIn: boolean, edition: Edition): FrameLook {
  const found = findScreen(pathname, edition);
  if (!found) return { ...(signedIn && { footer: 'write', pen: 'board' }), parent: '/', params: {} };
  const { screen, params } = found;
  const parent =
    screen.parent?.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? '')) ?? null;
  if (!signedIn) return { parent, params };
  const pen = screen.footer === 'write' ? 'board' : 'none';
  const look = { ...screen, parent, title: titles[screen.path], pen, params } satisfies FrameLook;
  return edition === 'official' ? lookOfficially(screen, look) : look;
}

function lookOfficially({ path, header, own, form, penOfficially }: ScreenRow, look: FrameLook): FrameLook {
  const title = look.title ?? officialTitles[path];
  const named = path === '/post/:id' ? 'post' : (header ?? (title === undefined ? undefined : 'title'));
  const shared = named !== undefined && named !== 'bell' && !own && !form;
  return { ...look, header: named, title, shared, pen: penOfficially ?? look.pen };
}
