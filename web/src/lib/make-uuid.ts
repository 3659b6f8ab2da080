/** Returns a UUID of version 7 (RFC 9562, section 5.7): milliseconds, then random bits. */
export function makeUuid(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  // The variant is the first two bits of its group.
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80;
  const chance = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (time + chance).replace(/^(.{8})(.{4}).(.{3})(.{4})(.{12}).*/, '$1-$2-7$3-$4-$5');
}
