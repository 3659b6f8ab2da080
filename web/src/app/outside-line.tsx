import { copy } from '../copy.ko.ts';
import { OpenOutside } from '../components/open-outside.tsx';
import { readDraft, writeDraft } from '../lib/drafts.ts';
import { putAbove, TopLine } from './top-line.tsx';

const KEY = 'outside-dismissed';

/** Offers the default browser inside another app, until dismissed on this device. */
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
