import type { Campus } from '@madang/campus/campus';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { ComposeMail, NewMail, MailQueue } from '../../mail/mail-queue.ts';
import { hashSecret, makeSecret, type Session, type Sessions } from '../../sessions/sessions.ts';
import { findAccount } from './account-rows.ts';
import { findHolder, insertCode, insertToken, makeCode, setTokenHash, type TokenPurpose } from './tokens.ts';

/** Checks of the sanctions feature, injected into accounts. */
export interface AccountGuard {
  /** @throws {ProblemError} `account.closed`. */
  requireOpen(transaction: Transaction, userId: string): Promise<void>;
  /** @throws {ProblemError} `email.exists` for addresses of closed accounts, even withdrawn ones. */
  requireNotBanned(transaction: Transaction, userId: string, email: string): Promise<void>;
  /** Applies an address's running sanctions to its new account. */
  carryOver(transaction: Transaction, userId: string, email: string): Promise<void>;
  /** Adds this verified address to running sanctions. */
  noteAddress(transaction: Transaction, userId: string, email: string): Promise<void>;
}

export interface AccountsDependencies {
  database: Database;
  sessions: Sessions;
  mailQueue: MailQueue;
  campus: Campus;
  cache: AnswerCache;
  keys: InstallationKeys;
  guard?: AccountGuard | undefined;
}

/**
 * Queues a mail with a link and a code, generated on sending.
 *
 * @param holder hashed secret of the only browser that can try the code.
 */
export async function mailLink(
  dependencies: Pick<AccountsDependencies, 'mailQueue'>,
  transaction: Transaction,
  { holder, ...mail }: MailedLink,
): Promise<void> {
  const tokenId = await insertToken(transaction, mail.accountId, mail.kind, mail.recipient);
  await insertCode(transaction, holder, tokenId);
  await dependencies.mailQueue.add(transaction, { ...mail, tokenId });
}

interface MailedLink extends Pick<NewMail, 'countedAs'> {
  accountId: string;
  kind: TokenPurpose;
  recipient: string;
  holder: Buffer;
}

/**
 * Mails the session a verification link.
 *
 * @throws {ProblemError} `session.required`.
 */
export async function mailVerification(
  dependencies: Pick<AccountsDependencies, 'mailQueue'>,
  transaction: Transaction,
  session: Session,
  { id: accountId, email: recipient }: { id: string; email: string },
): Promise<void> {
  const holder = await findHolder(transaction, session);
  if (!holder) throw new ProblemError('session.required');
  await mailLink(dependencies, transaction, { accountId, kind: 'verification', recipient, holder });
}

/** Mails a notice to the recipient of reset mails. */
export async function mailNotice(
  dependencies: { mailQueue: Pick<MailQueue, 'add'> },
  transaction: Transaction,
  accountId: string,
  kind: AccountNotice | typeof TICKET_SHEET,
): Promise<void> {
  const account = await findAccount(transaction, accountId);
  if (account)
    await dependencies.mailQueue.add(transaction, {
      accountId,
      tokenId: null,
      kind,
      recipient: account.reset_email,
    });
}

/** Returns the withdrawal notice, written before the deletion; null for an unknown account. */
export async function writeParting(
  transaction: Transaction,
  compose: ComposeMail,
  accountId: string,
): Promise<Mail | null> {
  const account = await findAccount(transaction, accountId);
  if (!account) return null;
  const [id, to] = [uuidv7(), account.reset_email];
  const kind: AccountNotice = 'withdrawal';
  const written = await compose(transaction, { id, accountId, tokenId: null, kind, recipient: to });
  return written && { id, accountId, to, ...written, parting: true };
}

/** Notices; their link opens a public page. */
type AccountNotice =
  | 'password'
  | 'data'
  | 'fallback'
  | 'withdrawal'
  | 'case'
  | 'rightsHidden'
  | 'rightsShown';

export const TICKET_SHEET = 'ticketSheet';

type AccountMailKind = TokenPurpose | AccountNotice;

/** Pages of the links; a secret is appended if there is one. */
const PAGES: Record<AccountMailKind, string> = {
  verification: '/verify?token=',
  reset: '/reset?token=',
  undo: '/reset?undo=',
  password: '/sendPasswordResetEmail',
  data: '/mypage/viewprofile',
  fallback: '/login',
  withdrawal: '/login',
  case: '/moderate',
  rightsHidden: '/mypage/cases',
  rightsShown: '/mypage/cases',
};

/** Returns the URL of a link. */
export function accountLink(origin: string, kind: AccountMailKind, secret: string): string {
  return `${origin}${PAGES[kind]}${secret}`;
}

/** Text for `{code}`, since links never open the installed app. */
const CODE = [
  '메일을 기다리는 화면에 아래 코드를 입력해도 됩니다.',
  '인증 코드: {digits}',
  '이 코드는 메일을 요청한 때부터 10분 동안, 요청한 기기에서만 쓸 수 있습니다. 아무에게도 알려 주지 마세요.',
];

/** Subjects and lines; placeholders: `{product}`, `{link}`, `{code}`. */
const TEXTS: Record<AccountMailKind, { subject: string; lines: readonly string[] }> = {
  verification: {
    subject: '이메일 주소를 인증해 주세요',
    lines: [
      '아래 주소를 열고 로그인한 뒤 [이메일 인증하기]를 누르면 이메일 인증이 끝납니다.',
      '{link}',
      '이 주소는 24시간 동안 한 번만 쓸 수 있습니다.',
      '{code}',
      '{product}에 가입한 적이 없다면 이 메일을 무시해 주세요.',
    ],
  },
  reset: {
    subject: '비밀번호를 다시 설정해 주세요',
    lines: [
      '아래 주소에서 새 비밀번호를 정할 수 있습니다.',
      '{link}',
      '이 주소는 1시간 동안 한 번만 쓸 수 있으며, 비밀번호를 바꾸면 모든 기기에서 로그아웃됩니다.',
      '{code}',
      '요청한 적이 없다면 이 메일을 무시해 주세요. 비밀번호는 바뀌지 않습니다.',
    ],
  },
  undo: {
    subject: '이메일 주소가 변경되었습니다',
    lines: [
      '회원님의 계정에서 이메일 주소가 다른 주소로 변경되었습니다.',
      '직접 변경했다면 아무것도 하지 않아도 됩니다. 변경한 적이 없다면 아래 주소에서 이 이메일 주소를 되돌리고 새 비밀번호를 정해 주세요.',
      '{link}',
      '이 주소는 7일 동안 한 번만 쓸 수 있습니다.',
    ],
  },
  password: {
    subject: '비밀번호가 변경되었습니다',
    lines: [
      '회원님의 계정에서 비밀번호가 변경되어 다른 모든 기기에서 로그아웃되었습니다.',
      '직접 변경했다면 아무것도 하지 않아도 됩니다. 변경한 적이 없다면 아래 주소에서 비밀번호를 다시 설정해 주세요.',
      '{link}',
    ],
  },
  data: {
    subject: '내 데이터를 내려받을 수 있는 주소입니다',
    lines: [
      '아래 주소를 Safari나 Chrome 같은 브라우저에서 열고 로그인한 뒤 [내 데이터 내려받기]를 눌러 주세요.',
      '{link}',
      '이 메일에는 회원님의 데이터가 들어 있지 않습니다. 요청한 적이 없다면 무시해 주세요.',
    ],
  },
  fallback: {
    subject: '이메일 주소가 이전 주소로 돌아왔습니다',
    lines: [
      '회원님이 새로 바꾼 이메일 주소는 아직 인증되지 않았고, 다른 분이 그 주소를 쓰게 되어 회원님의 이메일을 이전 주소로 되돌렸습니다.',
      '앞으로는 이 이메일 주소로 로그인해 주세요. 비밀번호와 쓴 글은 그대로입니다.',
      '{link}',
    ],
  },
  withdrawal: {
    subject: '회원 탈퇴가 완료되었습니다',
    lines: [
      '회원님의 계정이 삭제되었습니다. 쓴 글과 댓글은 작성자 없이 남으며, 삭제된 계정은 되돌릴 수 없습니다.',
      '직접 탈퇴했다면 아무것도 하지 않아도 됩니다. 탈퇴한 적이 없다면 다른 사람이 회원님의 비밀번호를 알고 있을 수 있습니다. 같은 비밀번호를 쓰는 곳이 있다면 바꾸고, 아래 주소의 ‘문의하기’로 알려 주세요.',
      '{link}',
    ],
  },
  case: {
    subject: '확인할 신고가 있습니다',
    lines: [
      '신고로 가려졌거나 급히 확인해야 할 글이나 댓글이 있습니다. 아래 주소에서 확인해 주세요.',
      '{link}',
      '운영자 권한이 있는 계정에 보내는 메일입니다.',
    ],
  },
  rightsHidden: {
    subject: '회원님의 글이나 댓글이 가려졌습니다',
    lines: [
      '권리가 침해되었다는 요청을 받아 회원님이 쓴 글이나 댓글을 가렸습니다. 무엇을 왜 언제까지 가렸는지는 아래 주소에서 볼 수 있고, 한 번 이의를 제기할 수 있습니다.',
      '{link}',
    ],
  },
  rightsShown: {
    subject: '회원님의 글이나 댓글이 다시 보입니다',
    lines: [
      '권리가 침해되었다는 요청으로 가렸던 회원님의 글이나 댓글이 다시 보입니다. 자세한 내용은 아래 주소에서 볼 수 있습니다.',
      '{link}',
    ],
  },
};

/**
 * Returns the composer of account mails.
 * Each attempt generates new secrets, stores their hashes and invalidates earlier copies.
 *
 * @param keys for hashing codes.
 */
export function composeAccountMail(campus: Campus, origin: string, keys: InstallationKeys): ComposeMail {
  const { product, university } = campus.settings;
  const greeting = `안녕하세요, ${university.name} 커뮤니티 ${product.name}입니다.`;
  return async (transaction, entry) => {
    const kind = entry.kind as AccountMailKind;
    const { subject, lines } = TEXTS[kind];
    const secret = entry.tokenId === null ? '' : makeSecret();
    if (entry.tokenId !== null && !(await setTokenHash(transaction, entry.tokenId, hashSecret(secret))))
      return null;
    const code = entry.tokenId && (await makeCode(transaction, keys, entry.tokenId));
    const told = lines.flatMap((line) => (line === '{code}' ? (code ? CODE : []) : [line]));
    const text = `${[greeting, ...told].join('\n\n')}\n`
      .replaceAll('{product}', () => product.name)
      .replace('{digits}', () => code ?? '')
      .replace('{link}', () => accountLink(origin, kind, secret));
    return { subject: `[${product.name}] ${subject}`, text };
  };
}
