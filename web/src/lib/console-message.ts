/** Logs one of the two messages that the specification requires on the console [ST-02, ER-15]. */
export function logMessage(message: string): void {
  // oxlint-disable-next-line no-console
  console.info(message);
}
