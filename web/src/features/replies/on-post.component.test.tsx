import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { navigate } from '../../lib/router.tsx';
import { makeReply } from '../../testing/answers.ts';
import { holdClock, passTime } from '../../testing/open-app.tsx';
import { hold, startServer } from '../../testing/pretended-server.ts';
import { repliesQuery } from './reply-queries.ts';
import { openAtReply, readOnPost } from './follow-replies.ts';

test('answer that arrives before the viewer state: marked as read, once', async () => {
  for (const [heard, left, reads] of [
    [2, 1, 1],
    [1, 1, 0],
  ] as const) {
    holdClock();
    const marks = hold({ liked: [], unread: left });
    const server = startServer({
      'GET /api/posts/{id}/reply-marks': marks.answer,
      'PUT /api/posts/{id}/read': { unread: left },
    });
    const post = readOnPost(new QueryClient(), 'post');
    post.hear({ unread: heard });
    marks.release();
    await passTime(3);
    expect(server.asked('PUT /api/posts/{id}/read')).toHaveLength(reads);
    post.stop();
  }
});

test('[NO-04] notification tapped while its post is open: leads to the reply, loaded if needed', async () => {
  window.history.replaceState(null, '', '/post/one#r1');
  const client = new QueryClient();
  const first = makeReply({ id: 'first' });
  const server = startServer({
    'GET /api/posts/{id}/replies': {
      replies: [first, makeReply({ id: 'second', number: 2 })],
      nextAfter: null,
    },
  });
  client.setQueryData(repliesQuery('one').queryKey, {
    pages: [{ replies: [first], nextAfter: null }],
    pageParams: [0],
  });
  const shown = new Set<string>();
  vi.spyOn(document, 'getElementById').mockImplementation((id) => {
    shown.add(id);
    return null;
  });
  vi.stubGlobal('ResizeObserver', OnceObserver);
  const stop = openAtReply(client, 'one');
  await waitFor(() => expect([...shown]).toEqual(['first']));
  navigate('/post/one#r2', { replace: true });
  expect(window.location.hash).toBe('');
  await waitFor(() => expect([...shown]).toEqual(['first', 'second']));
  expect(server.asked('GET /api/posts/{id}/replies')).toHaveLength(1);
  // Another post is opened by its own page.
  navigate('/post/other#r1', { replace: true });
  expect(window.location.hash).toBe('#r1');
  stop();
});

/** Reports one resize. */
class OnceObserver implements ResizeObserver {
  readonly #grow: ResizeObserverCallback;
  constructor(grow: ResizeObserverCallback) {
    this.#grow = grow;
  }
  observe(): void {
    this.#grow([], this);
  }
  unobserve(): void {}
  disconnect(): void {}
}
