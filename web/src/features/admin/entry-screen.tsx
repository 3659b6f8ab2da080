import type { EntryKind } from '@madang/contract/admin/rules';
import { Skeleton } from '../../components/states.tsx';
import { useParams } from '../../lib/router.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { useCampus } from '../campus/campus-context.ts';
import { StaffScreen } from '../moderation/staff.tsx';
import { describeEntry, entriesQuery, entryQuery, kindTexts, newTexts, readKind } from './entries.ts';
import type { EntryFormProps } from './entry-form.tsx';

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
          <p className="px-margin text-soft text-small tabular-nums">{describeEntry(entry, timeZone)}</p>
          {entry.state === 'planned' || entry.state === 'shown' ? (
            <LateForm kind={kind} entry={entry} onConfirm={refetch} />
          ) : (
            <>
              <h2 className="px-margin text-large wrap-anywhere pb-2 pt-4">{entry.title}</h2>
              <p className="px-margin wrap-anywhere whitespace-pre-wrap pb-10">{entry.body}</p>
            </>
          )}
        </div>
      )}
    </StaffScreen>
  );
}

/** Renders the form of a new event, notice or facility notice [MO-14]. */
function NewEntry({ kind }: { kind: EntryKind }) {
  return (
    <StaffScreen title={newTexts[kind]} operator query={entriesQuery(kind)}>
      {(_, refetch) => <LateForm key={kind} kind={kind} entry={null} onConfirm={refetch} />}
    </StaffScreen>
  );
}

const form = lazyModule(() => import('./entry-form.tsx'));

/** Renders the form lazily: it exceeds a screen's size budget. */
function LateForm(props: EntryFormProps) {
  const late = useModule(form);
  return late ? <late.EntryForm {...props} /> : <Skeleton width="100%" height="240px" />;
}
