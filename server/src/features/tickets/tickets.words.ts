import { KIND_WORDS, placeWords } from '@madang/contract/tickets/words';
import type { TicketKind } from '@madang/contract/tickets/rules';
import { POST_TITLE_MAX } from '@madang/contract/posts/rules';

/** Where something is, in one line. */
export function nameTicketPlace({
  building_name: building,
  ...place
}: {
  building_name: string;
  floor: string;
  spot: string;
}): string {
  return `${building} ${placeWords(place)}`.trim();
}

/** The title of a ticket's post: what and where. */
export function titleOf(ticket: {
  kind: TicketKind;
  building_name: string;
  floor: string;
  spot: string;
}): string {
  const title = `${KIND_WORDS[ticket.kind]} · ${nameTicketPlace(ticket)}`;
  return [...title].slice(0, POST_TITLE_MAX).join('').trim();
}
