import { copy } from '../../copy.ko.ts';
import { Screen } from '../campus/screen.tsx';

/** Renders a single word, as specified [SC-42]. */
export default function PlaceholderScreen() {
  return (
    <Screen title={copy['placeholder.word']} heading="shown">
      {null}
    </Screen>
  );
}
