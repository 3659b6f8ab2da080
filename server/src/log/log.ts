import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Logs JSON lines, by default to standard output; redacts passwords, tokens, cookies and e-mail addresses. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.token', '*.cookie', '*.email', 'password', 'token', 'cookie', 'email'],
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
