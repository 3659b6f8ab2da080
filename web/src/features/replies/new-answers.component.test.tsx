import type { Reply } from '@madang/contract/replies/schema';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeReply, makeWholePost, me } from '../../testing/answers.ts';
import { hands, openApp } from '../../testing/open-app.tsx';
import { main } from '../../testing/reading.ts';

const post = makeWholePost();
const other = '00000000-0000-7000-8000-0000000000aa';
const blocked = '00000000-0000-7000-8000-0000000000bb';

/** Streams whose events the test sends. */
class LiveStream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: LiveStream[] = [];
  readonly readyState = 1;
  constructor() {
    super();
    LiveStream.opened.push(this);
  }
  close(): void {}
}

/** Elements the test reports as on the screen; none at first. */
const views = new Set<ScreenView>();
const onScreen = new Set<string>();
class ScreenView {
  readonly #see: IntersectionObserverCallback;
  readonly targets = new Set<Element>();
  constructor(see: IntersectionObserverCallback) {
    this.#see = see;
    views.add(this);
  }
  observe(target: Element): void {
    this.targets.add(target);
    setTimeout(() => act(() => this.look()));
  }
  look(): void {
    const entries = [...this.targets].map((target) => ({ target, isIntersecting: onScreen.has(target.id) }));
    if (views.has(this))
      this.#see(entries as unknown as IntersectionObserverEntry[], this as unknown as IntersectionObserver);
  }
  disconnect(): void {
    views.delete(this);
  }
}

const scrolled = vi.fn<(this: Element) => void>();
beforeEach(() => {
  LiveStream.opened = [];
  views.clear();
  onScreen.clear();
  scrolled.mockClear();
  vi.stubGlobal('EventSource', LiveStream);
  vi.stubGlobal('IntersectionObserver', ScreenView);
  Element.prototype.scrollIntoView = scrolled;
});
afterEach(() => vi.unstubAllGlobals());

let number = 1;
/** Delivers a reply over the stream. */
function arrive(changes: Partial<Reply> = {}): Reply {
  number += 1;
  const reply = makeReply({ postId: post.id, number, authorId: other, body: `댓글 ${number}`, ...changes });
  const event = new MessageEvent('reply', { data: JSON.stringify(reply), lastEventId: String(number) });
  act(() => void LiveStream.opened.at(-1)?.dispatchEvent(event));
  return reply;
}
function show(...replies: Reply[]): void {
  onScreen.clear();
  for (const { id } of replies) onScreen.add(id);
  act(() => {
    for (const view of views) view.look();
  });
}
const expectButton = (n: number) => screen.findByRole('button', { name: `새 댓글 ${n}개` });
const expectNoButton = () =>
  waitFor(() => expect(screen.queryByRole('button', { name: /^새 댓글/ })).toBeNull());

async function openPost(edition: 'official' | 'beta' = 'official'): Promise<void> {
  number = 1;
  const first = makeReply({ postId: post.id, body: '읽고 있는 댓글' });
  await openApp(
    `/post/${post.id}`,
    {
      'GET /api/session': { user: me, blocked: [blocked] },
      'GET /api/posts/{id}': post,
      'GET /api/posts/{id}/replies': { replies: [first], nextAfter: null },
      'GET /api/posts/{id}/own-reports': { reports: [] },
    },
    { edition },
  );
  await main().findByText('읽고 있는 댓글');
  await waitFor(() => expect(LiveStream.opened).not.toEqual([]));
}

test('[EV-05] new reply below the visible part: announced; a tap scrolls and moves the focus there', async () => {
  await openPost();
  const focused = document.activeElement;
  const first = arrive();
  await expectButton(1);
  arrive();
  const announced = await expectButton(2);
  // Nothing moved automatically.
  expect(scrolled).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(focused);
  await hands.dblClick(announced);
  expect(document.activeElement?.id).toBe(first.id);
  expect(scrolled.mock.contexts).toEqual([document.getElementById(first.id)]);
  await expectNoButton();
  // The next reply is counted from there.
  arrive();
  await expectButton(1);
});

test('[EV-05] new-reply message: disappears at the end of the list, also for replies scrolled past', async () => {
  await openPost();
  const [first, , last] = [arrive(), arrive(), arrive()];
  await expectButton(3);
  show(first);
  await expectButton(2);
  show(last);
  await expectNoButton();
  arrive();
  await expectButton(1);
});

test('[EV-05] visible replies, own ones and those of blocked people are not announced', async () => {
  await openPost();
  arrive({ authorId: me.id });
  arrive({ authorId: blocked });
  const id = '00000000-0000-7000-8000-0000000000cc';
  onScreen.add(id);
  arrive({ id });
  await main().findByText('댓글 4');
  await expectNoButton();
  arrive();
  await expectButton(1);
});

test('[EV-05] beta edition: announces no new replies', async () => {
  await openPost('beta');
  arrive();
  await main().findByText('댓글 2');
  await expectNoButton();
});
