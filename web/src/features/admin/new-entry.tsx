import type { EntryKind } from '@madang/contract/admin/rules';
import { StaffScreen } from '../moderation/staff-screen.tsx';
import { entriesQuery } from './entry-queries.ts';
import { newTexts } from './entry-texts.ts';
import { LateForm } from './late-form.tsx';

/** Renders the form of a new event, notice or facility notice [MO-14]. */
export function NewEntry({ kind }: { kind: EntryKind }) {
  return (
    <StaffScreen title={newTexts[kind]} operator query={entriesQuery(kind)}>
      {(_, refetch) => <LateForm key={kind} kind={kind} entry={null} onConfirm={refetch} />}
    </StaffScreen>
  );
}
