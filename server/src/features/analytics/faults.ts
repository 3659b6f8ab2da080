import type { Edition } from '@madang/contract/campus/rules';
import { findScreen } from '@madang/contract/screens';
import type { Logger } from '../../platform/log/log.ts';

/** Where faults of pages are counted. */
export interface FaultMeter {
  addPageFault(screen: string, release: string): void;
}

export interface FaultDependencies {
  /** The version that runs here. */
  release: string;
  edition: Edition;
  log: Logger;
  meter: FaultMeter | null;
}

/** What a page says of its failing. */
interface FaultReport {
  path: string;
  release: string;
  /** Of the refusal that it met. */
  requestId?: string | undefined;
}

/**
 * Counts a fault of a page by screen and release, and writes one line. Anybody may send any: a screen is one of ours or
 * `unknown`, a release this one or `other`, so that there are never more numbers than screens.
 */
export function noteFault(report: FaultReport, { release, edition, log, meter }: FaultDependencies): void {
  const screen = findScreen(report.path, edition)?.screen.path ?? 'unknown';
  meter?.addPageFault(screen, report.release === release ? release : 'other');
  log.warn(
    { screen, release: report.release, ...(report.requestId && { failedRequest: report.requestId }) },
    'a page failed',
  );
}
