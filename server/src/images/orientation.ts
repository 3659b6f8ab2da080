const HEAD = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY = 12;

/** Returns the EXIF orientation, 1 to 8; 1 if missing. */
export function readOrientation(exif: Buffer): number {
  const tiff = exif.subarray(0, HEAD.length).equals(HEAD) ? exif.subarray(HEAD.length) : exif;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  if (tiff.length < 8) return 1;
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return 1;
  for (
    let left = short(first), at = first + 2;
    left > 0 && at + ENTRY <= tiff.length;
    left -= 1, at += ENTRY
  ) {
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const orientation = short(at + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** Returns EXIF with the orientation only, without JPEG's prefix. */
export function orientationExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
