import { REPLY_BODY_MAX, replyProblem } from '@madang/contract/replies/rules';
import type { Reply } from '@madang/contract/replies/schema';
import { useEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { deleteDraft, draftKey, readDraft, writeDraft } from '../../lib/drafts.ts';
import { useHydrated } from '../../lib/page.ts';
import { makeUuid } from '../../lib/request.ts';
import { describeTooLong } from '../campus/problem-text.ts';
import { useUser } from '../session/session.ts';

export interface Attempt {
  id: string;
  body: string;
  /** Id of the answered reply. */
  answers?: string | undefined;
  /** Set when the user confirms a duplicate. */
  again?: true;
}

/** Unfinished reply as stored on the device. */
interface ReplyDraft {
  body: string;
  /** Answered reply and its author. */
  answers?: Pick<Reply, 'id' | 'nickname'> | undefined;
  /** Last sent text and its id: a call without an answer may have taken effect. */
  attempt: Attempt | null;
}

const blank: ReplyDraft = { body: '', answers: undefined, attempt: null };

/** Keeps a user's unfinished reply to a post over reloads, leaving and the session's end. */
export function useReplyDraft(postId: string) {
  const key = draftKey(useUser().id, `reply:${postId}`);
  const hydrated = useHydrated();
  const [draft, setDraft] = useState(() => (hydrated && readDraft(key, isReplyDraft)) || blank);
  // Read by a call in flight, which outlives its rendering.
  const latest = useRef(draft);
  const [restored, setRestored] = useState(draft.body !== '');

  // A server-rendered page starts without it; text typed meanwhile is newer.
  useEffect(() => {
    const stored = hydrated && latest.current.body === '' && readDraft(key, isReplyDraft);
    if (!stored) return;
    latest.current = stored;
    setDraft(stored);
    setRestored(stored.body !== '');
  }, [hydrated, key]);

  function update(part: Partial<ReplyDraft>): void {
    latest.current = { ...latest.current, ...part };
    setDraft(latest.current);
    if (latest.current.body !== '') writeDraft(key, latest.current);
    else {
      deleteDraft(key);
      setRestored(false);
    }
  }

  return {
    ...draft,
    /** Whether the text is from an earlier visit. */
    restored,
    change: (body: string) => update({ body }),
    answer: (answers: ReplyDraft['answers']) => update({ answers }),
    /** Returns the attempt; the same text keeps its id over retries and reloads. */
    nameAttempt(): Attempt {
      const { body, attempt, answers: { id: answers } = {} } = latest.current;
      const same = attempt?.body === body && attempt.answers === answers;
      const named = same ? attempt : { id: makeUuid(), body, answers };
      update({ attempt: named });
      return named;
    },
    isOpen: ({ id }: Attempt) => latest.current.attempt?.id === id,
    setAttempt: (attempt: Attempt | null) => update({ attempt }),
    /** Clears the sent draft; keeps text typed while the call was in flight. */
    finish({ id, body }: Attempt): void {
      if (latest.current.attempt?.id === id) update(latest.current.body === body ? blank : { attempt: null });
    },
    /** Discards the text; returns a function that restores it. */
    discard(): () => void {
      const thrown = latest.current;
      update(blank);
      return () => update(thrown);
    },
  };
}

function isReplyDraft(value: unknown): value is ReplyDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { body, attempt } = value as Record<string, unknown>;
  return typeof body === 'string' && (attempt === null || isAttempt(attempt));
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false;
  const { id, body } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof body === 'string';
}

/** Returns the problem of a reply in a sentence; undefined if valid. */
export function describeReply(body: string, required: boolean): string | undefined {
  const problem = replyProblem(body, required);
  if (!problem) return undefined;
  return problem === 'tooLong' ? describeTooLong(body, REPLY_BODY_MAX) : copy['error.comment.required'];
}
