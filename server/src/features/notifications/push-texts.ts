import { firstParagraph } from '@madang/contract/text/rules';
import type { NotificationKind } from '@madang/contract/notifications/rules';
import { kindOf, type SaidRow } from './push-said.queries.ts';

/** What a push says, and where it leads. */
export interface SaidPush {
  title: string;
  body: string;
  /** Path and fragment on this site. */
  path: string;
}

/** How much of a text stands in a push. */
const TEXT_MAX = 80;
const OPEN = '눌러서 확인해 보세요.';
/** Anybody may look at a locked phone: what cases, sanctions and reports are about stands in the inbox alone. */
const CASE = '운영팀이 알려 드릴 것이 있어요';

/** Says what one push is about: one thing, or how many. Names of others stand in none. */
export function sayPush(rows: readonly SaidRow[]): SaidPush | null {
  const [row] = rows;
  if (!row) return null;
  if (rows.length > 1)
    return {
      title: `새 소식 ${rows.length}개`,
      body: '알림함에서 한꺼번에 볼 수 있어요.',
      path: '/notifications',
    };
  const { title, path, text = null } = sayOne(row);
  return { title, path, body: text === null ? OPEN : cut(text) };
}

/** Whether a push of these kinds is worth waking a phone for at once. */
export function isUrgent(kinds: readonly SaidRow['kind'][]): boolean {
  return kinds.some((kind) => kind === 'answer' || kind === 'accepted');
}

/** What the numbers of a push go to: its kind, or that it said several things. */
export function labelOf(kinds: readonly SaidRow['kind'][]): NotificationKind | 'several' {
  const [kind] = kinds;
  return kind !== undefined && kinds.length === 1 ? kindOf(kind) : 'several';
}

const cut = (text: string) =>
  text
    .split('\n')
    .map((line) => firstParagraph(line, TEXT_MAX))
    .join('\n');

/** `text` is what is said beside the title; of posts and replies only where the student wishes it. */
function sayOne(row: SaidRow): { title: string; path: string; text?: string | null } {
  const { texts, post_id: postId, reply_number: number, title: about } = row;
  const wished = (text: string) => (texts ? text : null);
  switch (row.kind) {
    case 'answer':
      return {
        title: sayAnswers(row),
        path: `/post/${postId}#r${number}`,
        text: wished(`${about}\n${firstParagraph(row.reply_body ?? '', TEXT_MAX)}`),
      };
    case 'accepted':
      return { title: '내 답변이 채택됐어요', path: `/post/${postId}#r${number}`, text: wished(about) };
    case 'alert':
      return {
        title: '기다리던 키워드의 새 글이 올라왔어요',
        path: `/post/${postId}`,
        text: wished(`‘${row.word}’\n${about}`),
      };
    case 'dish':
      return {
        title: '기다리던 메뉴가 오늘 나와요',
        path: `/building/${row.building_id}/view#meals`,
        text: texts ? `‘${row.word}’ · ${row.building_name}` : (row.building_name ?? ''),
      };
    case 'ticket':
      return {
        title:
          row.said === 'asked' ? '고장이 고쳐졌는지 알려 주세요' : '기다리던 고장 신고에 새 소식이 있어요',
        path: `/post/${row.about_id}`,
        text: wished(about),
      };
    case 'notice':
      return { title: '새 공지사항이 있어요', path: `/board/notice/${row.about_id}`, text: about };
    case 'report':
      return { title: CASE, path: `/post/${postId}` };
    case 'case':
    case 'sanction':
      return { title: CASE, path: '/mypage/cases' };
  }
}

/** As the inbox says it: of several in a thread of their own only the last one is known to answer a reply. */
function sayAnswers({ things, to_reply: toReply, own_post: own }: SaidRow): string {
  if (things === 1 && toReply) return '내 댓글에 답글이 달렸어요';
  const where = own ? '내 글' : toReply ? '참여한 글' : '팔로우한 글';
  return things === 1 ? `${where}에 새 댓글이 달렸어요` : `${where}에 새 댓글이 ${things}개 달렸어요`;
}
