/** Servers that the current test file started, each with its function that closes it. */
const opened = new Set<() => Promise<void>>();

/** Registers a server for closing after the tests of the file. Returns a function that closes it earlier. */
export function closeAfterFile(close: () => Promise<void>): () => Promise<void> {
  const once = async () => {
    if (opened.delete(once)) await close();
  };
  opened.add(once);
  return once;
}

/** Closes the servers that are still open, the newest first. */
export async function closeOpened(): Promise<void> {
  for (const close of [...opened].reverse()) await close();
}
