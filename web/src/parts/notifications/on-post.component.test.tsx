import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { holdClock, passTime } from '../../testing/open-app.tsx';
import { hold, startServer } from '../../testing/pretended-server.ts';
import { readOnPost } from './on-post.ts';

test('an answer that comes before the marks of its open post is read, and nothing is read twice', async () => {
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
