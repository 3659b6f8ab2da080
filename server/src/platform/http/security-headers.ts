import { createHash } from 'node:crypto';

/** Headers that answers have in common: names and values in turn, which Node writes as they are. */
export interface SecurityHeaders {
  /** Of pages, files and pictures. */
  page: readonly string[];
  /** Of what the API answers. */
  data: readonly string[];
}

/**
 * What a page may load: its own site alone, and of inline scripts and styles those with these hashes, which were written
 * at the build.
 */
export function pagePolicy(scripts: readonly string[] = [], styles: readonly string[] = []): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** How a policy names an inline script or style. */
export function policyHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Headers of every answer [SF-22]. What the API answers is no page: a policy that allows nothing says it all
 * (OWASP REST Security Cheat Sheet), and Node looks through each of these letters at each answer.
 */
export function securityHeaders({ https }: { https: boolean }): SecurityHeaders {
  const all: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
  if (https) all.push(['Strict-Transport-Security', 'max-age=31536000']);
  const page: [string, string][] = [
    // First, so that a page can have one of its own (`Exchange.send`).
    ['Content-Security-Policy', pagePolicy()],
    ...all,
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    // Madang asks for none of these, so nothing that gets into a page may.
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ];
  const data: [string, string][] = [
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ...all,
  ];
  return { page: page.flat(), data: data.flat() };
}
