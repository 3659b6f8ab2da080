/**
 * The script of a page that reports its faults: errors that nobody catches, screens that could not be drawn, and answers 500.
 * It stands in the page itself, so it hears of the app's own scripts failing too. What failed is not said, only where: the server makes a
 * screen of the path. Five of a page are enough to see it, and browsers that ask not to be tracked report nothing.
 *
 * @param release the version that made the page.
 */
export function faultScript(release: string): string {
  return `{
  const told = new Set();
  const { doNotTrack, globalPrivacyControl } = navigator;
  const fault = (error) => {
    const { name, status, requestId } = error ?? {};
    const ours = name === 'ApiError' ? status === 500 : !/^(Network|Abort|Timeout)Error$/.test(name);
    if (!ours || told.has(error) || told.size > 4 || doNotTrack === '1' || globalPrivacyControl) return;
    told.add(error);
    const report = JSON.stringify({ path: location.pathname, release: ${JSON.stringify(release)}, requestId });
    try {
      navigator.sendBeacon('/api/faults', new Blob([report], { type: 'application/json' }));
    } catch {}
  };
  window.fault = fault;
  addEventListener('error', ({ error }) => error && fault(error));
  addEventListener('unhandledrejection', ({ reason }) => fault(reason));
}`;
}
