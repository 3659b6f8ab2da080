import { keywordChoices, type WritableBoardKind } from '@madang/contract/posts/rules';
import { placeKeyword } from '@madang/contract/campus/rules';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { describeControl, FieldMessages } from '../../components/field.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { useSheet } from '../../lib/router.tsx';
import styles from './write.module.css';

interface KeywordFieldProps {
  kind: WritableBoardKind;
  value: readonly string[];
  /** Current keywords of the post, including ones the campus dropped. */
  kept?: readonly string[];
  error: string | undefined;
  onChange: (keywords: readonly string[]) => void;
}

/** Returns the campus keywords as stored: place keywords with the place word, festival keywords without. */
export function useKeywordChoices(kept: readonly string[] = []) {
  const { keywords, placeWord, festivalKeywords } = useCampus();
  const places = keywords.map((keyword) => placeKeyword(keyword, placeWord));
  return {
    place: [...new Set([...places, ...kept])],
    festival: [...new Set([...festivalKeywords, ...kept])],
  };
}

const choosing = lazyModule(() => import('./keyword-sheet.tsx'));

export function KeywordField({ kind, value, kept, error, onChange }: KeywordFieldProps) {
  const sheet = useSheet('keywords');
  const late = useModule(choosing);
  const choices = keywordChoices(kind, useKeywordChoices(kept));
  const note = kind === 'festival' ? copy['write.keyword.festival.note'] : copy['write.keyword.note'];

  return (
    <div className={styles.keywords}>
      <button
        type="button"
        className={styles.choose}
        aria-haspopup="dialog"
        onClick={sheet.show}
        {...describeControl('keywords', { note, error })}
      >
        <span className={styles.chooseLabel}>{copy['write.keyword']}</span>
        <span className={styles.chosen}>
          {value.length > 0 ? value.map((keyword) => `#${keyword}`).join(' ') : copy['keyword.none']}
        </span>
      </button>
      <FieldMessages id="keywords" note={note} error={error} />
      {late ? (
        <late.KeywordSheet choices={choices} value={value} note={note} sheet={sheet} onChange={onChange} />
      ) : null}
    </div>
  );
}
