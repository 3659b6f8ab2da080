import { useEffect } from 'react';
import { copy } from '../../copy.ko.ts';
import { logMessage } from './console-message.ts';

/** Says once that a building or board is gone [ER-15]. */
export function useNoDocumentMessage(missing: boolean): void {
  useEffect(() => {
    if (missing) logMessage(copy['console.noDocument']);
  }, [missing]);
}
