const parent = process.ppid;

/**
 * Ends this process, as `kill` would, after its npm was killed.
 * npm sends a signal to its shell, and most shells exit without forwarding it; then the parent of this process changes.
 * Polls often, because users wait for a server to stop.
 */
export function stopWithNpm() {
  if (!['start', 'official', 'dev'].includes(process.env.npm_lifecycle_event)) return;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}
