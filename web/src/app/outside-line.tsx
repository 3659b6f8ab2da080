import { copy } from '../copy.ko.ts';
import { OpenOutside } from '../parts/campus/open-outside.tsx';
import { readDraft, writeDraft } from '../platform/drafts.ts';
import { putAbove, TopLine } from './top-line.tsx';

const KEY = 'outside-dismissed';

/** In another app's browser: offers the phone's own, until it is dismissed on this device. It never goes there by itself. */
export function showOutsideLine(): void {
  if (readDraft(KEY, (value) => value === true)) return;
  putAbove((leave) => (
    <TopLine
      label={copy['outside.line']}
      text={copy['outside.text']}
      onDismiss={() => {
        writeDraft(KEY, true);
        leave();
      }}
    >
      <OpenOutside />
    </TopLine>
  ));
}
