import { useEffect, useState } from 'react';
import { useUser } from '../../parts/session/session.ts';
import { isRefusal } from '../../platform/api.ts';
import { deleteDraft, draftKey, readText, writeDraft } from '../../platform/drafts.ts';

/**
 * Stores what was typed when the session had ended or was another user's, and returns it once to the same user after login. Never
 * for a password.
 */
export function useTypedText(field: 'nickname' | 'email') {
  const key = draftKey(useUser().id, `edit:${field}`);
  const [typed] = useState(() => readText(key));
  useEffect(() => deleteDraft(key), [key]);
  return {
    typed,
    storeAfter: (error: unknown, text: string): void => {
      if (isRefusal(error, 'session.required', 'session.otherUser')) writeDraft(key, text);
    },
  };
}
