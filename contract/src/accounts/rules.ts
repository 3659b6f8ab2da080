import type { FieldCode } from '../errors.ts';
import { isBlank, normalizeForm } from '../text/rules.ts';

/** Limits of the specification [VA-02, VA-03]; the maxima of password and name are ours. */
export const NICKNAME_MIN = 2;
export const NICKNAME_MAX = 10;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const NAME_MAX = 50;
/** RFC 5321: a path is at most 256 octets, two of them the angle brackets. */
export const EMAIL_MAX = 254;

/** The code beside a mailed link: so many digits, so many tries, so many minutes. */
export const MAILED_CODE_DIGITS = 6;
export const MAILED_CODE_TRIES = 5;
export const MAILED_CODE_MINUTES = 10;

/** A mailed code as it is sent, however somebody typed or pasted it: with spaces, a hyphen, wide digits. Null for what is none. */
export function readMailedCode(typed: string): string | null {
  const code = typed.normalize('NFKC').replaceAll(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(code) ? code : null;
}

/** Words of one campus that nobody may call themselves. */
export interface ReservedNicknames {
  /** Refused anywhere in the nickname. */
  parts: readonly string[];
  /** Refused as the whole nickname. */
  whole: readonly string[];
}

/**
 * The one form in which an address is stored and compared: its ASCII letters in lower case, and without what comes along when
 * one is pasted: spaces around it, invisible characters, a full-width `＠`. Other letters stay as they are: the lower case of
 * some, such as the Kelvin sign, is an ASCII letter, and so another's address.
 */
export function normalizeEmail(email: string): string {
  return email
    .replace(/\p{Cf}+/gu, '')
    .replaceAll('＠', '@')
    .trim()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Why an address is refused, or null. Deliberately narrower than RFC 5322: ASCII, one `@`, no quoted local
 * part, no comment, no trailing dot, a dotted host name; whatever passes can be mailed to without surprises.
 * So neither `%` nor `!`, by which a mail server may pass the mail on to another domain that the local part
 * names, nor `?`, without which there is no encoded word (RFC 2047) to be decoded on the way.
 */
export function emailProblem(email: string): FieldCode | null {
  const address = normalizeEmail(email);
  if (address === '') return 'email.required';
  if (address.length > EMAIL_MAX) return 'email.pattern';
  const pattern =
    /^[a-z0-9#$&'*+/=^_`{|}~-]{1,64}(?:\.[a-z0-9#$&'*+/=^_`{|}~-]{1,64})*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
  if (!pattern.test(address)) return 'email.pattern';
  return address.indexOf('@') <= 64 ? null : 'email.pattern';
}

/** True only for the university's own domain: equality, so neither sub-domains nor look-alikes [ST-03]. */
export function isUniversityEmail(email: string, domain: string): boolean {
  const address = normalizeEmail(email);
  return address.slice(address.lastIndexOf('@') + 1) === domain;
}

/** The stored form of a nickname. */
export function normalizeNickname(nickname: string): string {
  return normalizeForm(nickname, 'NFC');
}

/**
 * Why a nickname is refused, or null, in the order in which it is reported: empty, characters,
 * length, reserved [VA-03, VA-07]. Allowed are complete Hangul syllables, ASCII letters and digits.
 */
export function nicknameProblem(nickname: string, reserved: ReservedNicknames): FieldCode | null {
  const name = normalizeNickname(nickname);
  if (name === '') return 'nickname.required';
  if (!/^[가-힣A-Za-z0-9]+$/.test(name)) return 'nickname.characters';
  if (name.length < NICKNAME_MIN || name.length > NICKNAME_MAX) return 'nickname.length';
  const folded = foldWord(name);
  if (reserved.parts.some((word) => folded.includes(foldWord(word)))) return 'nickname.reserved';
  if (reserved.whole.some((word) => folded === foldWord(word))) return 'nickname.reserved';
  return null;
}

/** What the digits 0 to 9 are read as. */
const LOOKALIKES = 'olzeasgtbg';

/**
 * The form in which words are compared: what looks alike is the same. A digit is the letter it looks like, and 1, l
 * and i are one. Spaces go too: a reserved "korea university" can only be typed without its space.
 */
function foldWord(word: string): string {
  return normalizeForm(word, 'NFC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/[\di]/g, (sign) => LOOKALIKES[Number(sign)] ?? 'l');
}

/** Why a password is refused, or null; any characters, unmodified, common ones included. */
export function passwordProblem(password: string): FieldCode | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return 'password.short';
  return length > PASSWORD_MAX ? 'password.long' : null;
}

/** Why a name is refused, or null. */
export function nameProblem(name: string): FieldCode | null {
  const trimmed = normalizeForm(name, 'NFC').trim();
  if (isBlank(trimmed)) return 'required';
  if (/\p{Cc}/u.test(trimmed)) return 'invalid';
  return [...trimmed].length > NAME_MAX ? 'tooLong' : null;
}
