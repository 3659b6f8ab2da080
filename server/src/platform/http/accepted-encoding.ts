const PATTERNS = { br: patternOf('br'), gzip: patternOf('gzip') };

/** Whether an Accept-Encoding header names this encoding, and not as one of weight nought, which refuses it. */
export function accepts(header: string | null | undefined, encoding: keyof typeof PATTERNS): boolean {
  return header ? PATTERNS[encoding].test(header) : false;
}

function patternOf(name: string): RegExp {
  return new RegExp(`(?:^|[\\s,])${name}(?![^\\s,;])(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i');
}
