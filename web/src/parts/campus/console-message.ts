import type { copy } from '../../copy.ko.ts';

type ConsoleMessage = (typeof copy)['console.noDocument'] | (typeof copy)['console.noProfile'];

/** The two messages that the specification wants on the console, and nowhere else [ST-02, ER-15]. */
export function logMessage(message: ConsoleMessage): void {
  // oxlint-disable-next-line no-console
  console.info(message);
}
