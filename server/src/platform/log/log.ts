import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** JSON lines on standard output, or where a test wants them; what could identify or sign in a user is cut out wherever it appears. */
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
