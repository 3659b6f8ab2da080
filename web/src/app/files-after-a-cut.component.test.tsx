import { expect, test, vi } from 'vitest';
import { noteBrokenFiles, readWhenReached } from './routes.tsx';

test('script after a lost connection: read although files failed; only styles are requested again', async () => {
  noteBrokenFiles();
  const linkTo = (rel: string) => {
    const link = Object.assign(document.createElement('link'), { rel, href: `/assets/${rel}` });
    document.head.append(link);
    link.dispatchEvent(new Event('error'));
    return link;
  };
  // After a prefetch failed, its link is removed.
  linkTo('prefetch').remove();
  linkTo('modulepreload');
  const [style, icon] = [linkTo('stylesheet'), linkTo('icon')];

  const read = vi.fn<() => Promise<string>>(async () => 'module');
  const reading = readWhenReached(read);
  const again = document.querySelector('link[rel=stylesheet]');
  expect([again === style, again?.getAttribute('href')]).toEqual([false, '/assets/stylesheet']);
  expect(document.querySelector('link[rel=modulepreload]')).toBeNull();
  expect(icon.isConnected).toBe(true);
  expect(read).not.toHaveBeenCalled();
  again?.dispatchEvent(new Event('load'));
  await expect(reading).resolves.toBe('module');
});
