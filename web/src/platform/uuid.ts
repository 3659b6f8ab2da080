/** UUID version 7 (RFC 9562, section 5.7): milliseconds, then chance. */
export function makeUuid(): string {
  const chance = crypto.getRandomValues(new Uint16Array(5));
  // Version and variant stand in the first bits of the third and fourth group.
  chance[0] = ((chance[0] ?? 0) & 0x0fff) | 0x7000;
  chance[1] = ((chance[1] ?? 0) & 0x3fff) | 0x8000;
  const hex = Date.now().toString(16).padStart(12, '0') + Array.from(chance, toHex).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function toHex(word: number): string {
  return word.toString(16).padStart(4, '0');
}
