/** Keeps a connection open while the page is shown, until stopped: tabs share few connections. */
export function whileShown(open: (again: boolean) => () => void): () => void {
  let close: (() => void) | undefined;
  let opened = false;

  function openOrClose(): void {
    if (document.visibilityState === 'hidden') {
      close?.();
      close = undefined;
      return;
    }
    close ??= open(opened);
    opened = true;
  }

  document.addEventListener('visibilitychange', openOrClose);
  openOrClose();
  return () => {
    document.removeEventListener('visibilitychange', openOrClose);
    close?.();
  };
}
