import { useEffect, useState } from 'react';
import { useUser } from '../session/session.ts';
import { isRefusal } from '../../lib/api.ts';
import { deleteDraft, draftKey, readText, writeDraft } from '../../lib/drafts.ts';

/**
 * Stores the input if the session ended or changed; the same user gets it once after login. Never for passwords.
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
