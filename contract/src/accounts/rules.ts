import type { FieldCode } from '../errors.ts';
import { isBlank, normalizeForm } from '../text/rules.ts';

/** Limits of the specification [VA-02, VA-03]; the maxima are ours. */
export const NICKNAME_MIN = 2;
export const NICKNAME_MAX = 10;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const NAME_MAX = 50;
/** RFC 5321: at most 256 octets, including two angle brackets. */
export const EMAIL_MAX = 254;

/** Mailed code: number of digits, tries, and minutes until it expires. */
export const MAILED_CODE_DIGITS = 6;
export const MAILED_CODE_TRIES = 5;
export const MAILED_CODE_MINUTES = 10;

/** Returns a typed mailed code, normalized; null if invalid. */
export function readMailedCode(typed: string): string | null {
  const code = typed.normalize('NFKC').replaceAll(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(code) ? code : null;
}

/** Words of one campus that nicknames must not use. */
export interface ReservedNicknames {
  /** Rejected anywhere in the nickname. */
  parts: readonly string[];
  /** Rejected as the whole nickname. */
  whole: readonly string[];
}

/**
 * Returns the stored form of an address, trimmed. Lowers only ASCII letters: a lowered Kelvin sign would match another
 * address.
 */
export function normalizeEmail(email: string): string {
  return email
    .replace(/\p{Cf}+/gu, '')
    .replaceAll('＠', '@')
    .trim()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Returns why an address is rejected, or null. Narrower than RFC 5322: dotted ASCII host, no quotes or comments. Excludes
 * `%` and `!` (relays) and `?` (RFC 2047).
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

/** True only for the university's exact domain, no sub-domains [ST-03]. */
export function isUniversityEmail(email: string, domain: string): boolean {
  const address = normalizeEmail(email);
  return address.slice(address.lastIndexOf('@') + 1) === domain;
}

/** Returns the stored form of a nickname. */
export function normalizeNickname(nickname: string): string {
  return normalizeForm(nickname, 'NFC');
}

/** Returns why a nickname is rejected, or null [VA-03, VA-07]. Order: empty, characters, length, reserved. */
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

/** Letters that the digits 0 to 9 are compared as. */
const LOOKALIKES = 'olzeasgtbg';

/** Returns the compared form of a word: digits as similar letters, i as l, no spaces. */
function foldWord(word: string): string {
  return normalizeForm(word, 'NFC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/[\di]/g, (sign) => LOOKALIKES[Number(sign)] ?? 'l');
}

/** Returns why a password is rejected, or null. Allows all characters and common passwords. */
export function passwordProblem(password: string): FieldCode | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return 'password.short';
  return length > PASSWORD_MAX ? 'password.long' : null;
}

/** Returns why a name is rejected, or null. */
export function nameProblem(name: string): FieldCode | null {
  const trimmed = normalizeForm(name, 'NFC').trim();
  if (isBlank(trimmed)) return 'required';
  if (/\p{Cc}/u.test(trimmed)) return 'invalid';
  return [...trimmed].length > NAME_MAX ? 'tooLong' : null;
}
