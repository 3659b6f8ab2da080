import { parseDays } from '@madang/contract/amenities/rules';

/** The encodings that a spreadsheet saves, and its ways to write days, times and numbers. */

/**
 * The text of a file in UTF-8, UTF-16 with a byte order mark, or CP949 (the Korean code page of Windows); null for anything else.
 * Hangul that UTF-8 reads is no CP949: such a file is damaged.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  const text = decodeAs('utf-8', bytes);
  if (text !== null || /[가-힣]/.test(new TextDecoder().decode(bytes))) return text;
  return decodeCp949(bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // A wrong byte, or a Node that was built without this encoding.
    return null;
  }
}

/**
 * CP949 is EUC-KR, which Node decodes, and the 8,822 syllables that EUC-KR lacks, in their order: 178 for a first byte below A1, 84 for
 * any other one.
 */
function decodeCp949(bytes: Uint8Array): string | null {
  const lacking = decodeAs('euc-kr', Uint8Array.of(0xb0, 0xa1)) === '가' ? listLacking() : [];
  const letters: string[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      letters.push(String.fromCharCode(lead));
      continue;
    }
    const trail = bytes[(at += 1)] ?? 0;
    const column = columnOf(trail);
    const row = lead < 0xa1 ? (lead - 0x81) * 178 : 32 * 178 + (lead - 0xa1) * 84;
    const isExtension = lead < 0xa1 || trail < 0xa1;
    const letter = isExtension
      ? column !== null && row >= 0
        ? lacking[row + column]
        : undefined
      : decodeAs('euc-kr', Uint8Array.of(lead, trail));
    if (letter === undefined || letter === null) return null;
    letters.push(letter);
  }
  return letters.join('');
}

/** The place of a second byte of the extension: 41 to 5A, 61 to 7A, then 81 on. */
function columnOf(trail: number): number | null {
  if (trail >= 0x41 && trail <= 0x5a) return trail - 0x41;
  if (trail >= 0x61 && trail <= 0x7a) return trail - 0x61 + 26;
  return trail >= 0x81 && trail < 0xff ? trail - 0x81 + 52 : null;
}

/** The syllables that EUC-KR lacks, as Unicode orders them. */
function listLacking(): string[] {
  const known = new Set<string | null>();
  for (let lead = 0xb0; lead <= 0xc8; lead += 1)
    for (let trail = 0xa1; trail < 0xff; trail += 1)
      known.add(decodeAs('euc-kr', Uint8Array.of(lead, trail)));
  const all = Array.from({ length: 11_172 }, (_, index) => String.fromCharCode(0xac00 + index));
  return all.filter((letter) => !known.has(letter));
}

/** Full-width letters, digits and signs as usual ones. */
const plain = (text: string) => text.normalize('NFKC').trim();

/** `2026. 9. 1`, `2026/9/1` or `2026년 9월 1일` as `2026-09-01`; any other text as it is. */
export function plainDay(text: string): string {
  const [, year, month = '', day = ''] =
    /^(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?$/.exec(plain(text)) ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `9:00`, `9:00:00` or `오후 1:30` as `09:00` and `13:30`; any other text as it is. */
export function plainTime(text: string): string {
  const [, half, hour, minute = ''] = /^(?:(오전|오후)\s*)?(\d{1,2}):(\d\d)(?::00)?$/.exec(plain(text)) ?? [];
  if (hour === undefined || (half !== undefined && Number(hour) > 12)) return text;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === '오후' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

const WEEK = { 월: 'mon', 화: 'tue', 수: 'wed', 목: 'thu', 금: 'fri', 토: 'sat', 일: 'sun' };

/** `토`, `월, 수` or `월~금` as `sat`, `mon,wed` and `mon-fri`; any other text as it is. */
export function plainDays(text: string): string {
  const words = plain(text)
    .toLowerCase()
    .replaceAll('요일', '')
    .replaceAll('매일', 'daily')
    .replaceAll('평일', 'mon-fri')
    .replaceAll('주말', 'sat,sun')
    .replaceAll(/[월화수목금토일]/g, (day) => WEEK[day as keyof typeof WEEK])
    .replaceAll(/\s*[~–-]\s*/g, '-')
    .replaceAll(/\s*[,·/]\s*/g, ',');
  return parseDays(words) === null ? text : words;
}

const TIME = String.raw`(?:오[전후]\s*)?\d{1,2}:\d\d(?::00)?`;
const PART = new RegExp(`^(.+?)\\s*(${TIME})\\s*[~–-]\\s*(${TIME})$`);

/** `월~금 9:00~18:00; 토 10:00-14:00` as `mon-fri 09:00-18:00; sat 10:00-14:00`; what is no hours as it is. */
export function plainHours(text: string): string {
  const parts = plain(text).split(/\s*;\s*/);
  return (
    parts
      .map((part) => {
        const [, days, from = '', to = ''] = PART.exec(part) ?? [];
        return days === undefined ? null : `${plainDays(days)} ${plainTime(from)}-${plainTime(to)}`;
      })
      .reduce((all, part) => (all === null || part === null ? null : `${all}; ${part}`)) ?? text
  );
}

/** `１，２００` as `1200`, and `b1` as `B1`; any other text as it is. */
export function plainNumber(text: string): string {
  const number = plain(text).toUpperCase();
  return /^\d{1,3}(?:,\d{3})+$/.test(number)
    ? number.replaceAll(',', '')
    : /^B?\d+$/.test(number)
      ? number
      : text;
}
