import type { OpenState } from '@madang/contract/amenities/open-hours';
import { copy, fillCopy } from '../../copy.ko.ts';

/** What is said of something now: `23:00까지`. */
export function stateText(state: OpenState): string {
  switch (state.is) {
    case 'until':
      return fillCopy(copy['hours.until'], { time: state.at });
    case 'opens':
      return fillCopy(copy['hours.opens'], { time: state.at });
    case 'always':
      return copy['hours.always'];
    case 'closed':
      return copy['hours.closed'];
    case 'closedDay':
      return copy['hours.closedDay'];
  }
}
