import { act, renderHook, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { usePictureDraft } from './uploads.tsx';
import type { DraftPicture } from './draft-pictures.ts';

const KEY = 'draft:v1:student:*';
const blobs = vi.hoisted(() => new Map<string, Blob>());
vi.mock('../../lib/drafts.ts', async (original) => ({
  ...(await original<object>()),
  readBlob: (key: string) => Promise.resolve(blobs.get(key)),
  writeBlob: (key: string, blob: Blob) => Promise.resolve(void blobs.set(key, blob)),
  deleteBlob: (key: string) => Promise.resolve(void blobs.delete(key)),
  deleteBlobs: (key: string) =>
    Promise.resolve(
      [...blobs.keys()].filter((name) => name.startsWith(key)).forEach((name) => blobs.delete(name)),
    ),
}));

interface Text {
  body: string;
  pictures: readonly DraftPicture[];
}
const empty: Text = { body: '', pictures: [] };

/** Renders the form of one tab. */
const openTab = () =>
  renderHook(() => {
    const [values, fill] = useState<Text>(empty);
    const set = (_: 'pictures', pictures: readonly DraftPicture[]) => fill((now) => ({ ...now, pictures }));
    return { fill, draft: usePictureDraft({ values, fill, set }, KEY, empty, JSON.stringify) };
  }).result;

const write = (tab: ReturnType<typeof openTab>, body: string): void => {
  blobs.set(`${KEY}/${body}`, new Blob([body]));
  const pictures = [{ key: body, id: body, done: false, description: '' }];
  act(() => tab.current.fill({ body, pictures }));
};

beforeEach(() => {
  blobs.clear();
  localStorage.clear();
});

test.each(['finish', 'discard'] as const)(
  'two tabs write under one key: %s in one leaves what the other stored last, and its pictures',
  async (end) => {
    const [one, other] = [openTab(), openTab()];
    write(one, 'one');
    write(other, 'other');
    act(() => void one.current.draft[end]());
    await waitFor(() => expect([...blobs.keys()]).toEqual([`${KEY}/other`]));
    expect(localStorage.getItem(KEY)).toContain('"body":"other"');
    act(() => void other.current.draft[end]());
    await waitFor(() => expect(blobs.size).toBe(0));
    expect(localStorage.getItem(KEY)).toBeNull();
  },
);
