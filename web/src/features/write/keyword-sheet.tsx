import { KEYWORDS_MAX } from '@madang/contract/posts/rules';
import { copy } from '../../copy.ko.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../lib/toast-store.ts';
import type { SheetControl } from '../../lib/router.tsx';
import forms from '../campus/form.module.css';
import styles from './write.module.css';

interface KeywordSheetProps {
  choices: readonly string[];
  value: readonly string[];
  note: string;
  sheet: SheetControl;
  onChange: (keywords: readonly string[]) => void;
}

export function KeywordSheet({ choices, value, note, sheet, onChange }: KeywordSheetProps) {
  function toggle(keyword: string): void {
    if (value.includes(keyword)) onChange(value.filter((other) => other !== keyword));
    else if (value.length >= KEYWORDS_MAX) showToast(copy['error.keywords.max']);
    else onChange([...value, keyword]);
  }

  return (
    <Sheet
      title={copy['write.keyword']}
      sheet={sheet}
      footer={<Button onClick={sheet.close}>{copy['action.done']}</Button>}
    >
      <p className={styles.note}>{note}</p>
      <ul className={forms.chips}>
        {choices.map((keyword) => (
          <li key={keyword}>
            <button
              type="button"
              className={forms.chip}
              aria-pressed={value.includes(keyword)}
              onClick={() => toggle(keyword)}
            >
              {keyword}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
