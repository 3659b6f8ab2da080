import { useEffect, useState } from 'react';
import { useUser } from '../../parts/session/session.ts';
import { isRefusal } from '../../platform/api.ts';
import { deleteDraft, draftKey, readText, writeDraft } from '../../platform/drafts.ts';

/**
 * What was typed when the session turned out to be over or another user's, given back once to the same user after login. Never for a
 * password.
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
