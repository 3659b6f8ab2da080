import { StaffScreen } from '../../parts/staff/staff-screen.tsx';
import { useLocation } from '../../router/router.tsx';
import { entriesQuery, readKind } from './entry-queries.ts';
import { newTexts } from './entry-texts.ts';
import { LateForm } from './late-form.tsx';

/** A new event, notice or facility notice [MO-14]. */
export default function NewEntryScreen() {
  const kind = readKind(new URLSearchParams(useLocation().search).get('kind'));
  return (
    <StaffScreen title={newTexts[kind]} operator query={entriesQuery(kind)}>
      {(_, refetch) => <LateForm key={kind} kind={kind} entry={null} onConfirm={refetch} />}
    </StaffScreen>
  );
}
