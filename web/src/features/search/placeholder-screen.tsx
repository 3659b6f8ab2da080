import { copy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';

/** A single word, as the specification has it [SC-42]. */
export default function PlaceholderScreen() {
  return (
    <Screen title={copy['placeholder.word']} heading="shown">
      {null}
    </Screen>
  );
}
