import type { EntryKind } from '@madang/contract/admin/rules';
import { useCampus } from '../campus/campus-context.ts';
import { StaffScreen } from '../moderation/staff-screen.tsx';
import { useParams } from '../../lib/router.tsx';
import { entryQuery, readKind } from './entry-queries.ts';
import { describeEntry, kindTexts } from './entry-texts.ts';
import styles from './entries.module.css';
import { LateForm } from './late-form.tsx';
import { NewEntry } from './new-entry.tsx';

/** Renders an existing event, notice or facility notice, or a new one for the id `new`. */
export default function EntryScreen() {
  const { id = '', ...params } = useParams();
  const kind = readKind(params.kind);
  return id === 'new' ? <NewEntry kind={kind} /> : <PresentEntry kind={kind} id={id} />;
}

/** Renders an editable entry, read-only after its end [MO-14]. */
function PresentEntry({ kind, id }: { kind: EntryKind; id: string }) {
  const { timeZone } = useCampus();
  return (
    <StaffScreen title={kindTexts[kind]} operator query={entryQuery(kind, id)}>
      {(entry, refetch) => (
        <div key={entry.id}>
          <p className={styles.state}>{describeEntry(entry, timeZone)}</p>
          {entry.state === 'planned' || entry.state === 'shown' ? (
            <LateForm kind={kind} entry={entry} onConfirm={refetch} />
          ) : (
            <>
              <h2 className={styles.over}>{entry.title}</h2>
              <p className={styles.body}>{entry.body}</p>
            </>
          )}
        </div>
      )}
    </StaffScreen>
  );
}
