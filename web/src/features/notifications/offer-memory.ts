import { readDraft, writeDraft } from '../../lib/drafts.ts';

const KEY = 'push-offer';

/** Whether the offer was answered on this device; without a store it is not made. */
export function isOfferAnswered(): boolean {
  return readDraft(KEY, (value) => value === true) === true;
}

export function noteOfferAnswer(): void {
  writeDraft(KEY, true);
}
