const parent = process.ppid;

/**
 * Ends this process, as a `kill` would, when npm was killed that runs it. npm hands a signal on to the shell that it runs this in,
 * and most shells end without handing it further: a process whose parent has changed was left behind. Asked for often, because
 * anyone who stops a server waits for it.
 */
export function stopWithNpm() {
  if (!['start', 'official', 'dev'].includes(process.env.npm_lifecycle_event)) return;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}
