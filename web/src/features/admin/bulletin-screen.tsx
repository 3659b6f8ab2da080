import { ENTRY_KINDS, type EntryKind } from '@madang/contract/admin/rules';
import type { Entry } from '@madang/contract/admin/schema';
import { ButtonLink } from '../../components/button.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { copy } from '../../copy.ko.ts';
import { Link, navigate, useLocation } from '../../lib/router.tsx';
import { useCampus } from '../campus/campus-context.ts';
import { StaffScreen } from '../moderation/staff.tsx';
import styles from './entries.module.css';
import { describeEntry, entriesQuery, kindTexts, readKind } from './entries.ts';

/** Lists operators' entries by kind: planned, shown and ended [MO-14]. */
export default function BulletinScreen() {
  const kind = readKind(new URLSearchParams(useLocation().search).get('kind'));
  return (
    <StaffScreen title={copy['operate.bulletin']} operator query={entriesQuery(kind)} wide="own">
      {(entries) => (
        <Tabs
          label={copy['operate.bulletin.kind']}
          items={ENTRY_KINDS.map((value) => ({ value, label: kindTexts[value] }))}
          value={kind}
          onChange={(chosen) => navigate(`/operate/bulletin?kind=${chosen}`, { replace: true })}
        >
          <Entries kind={kind} entries={entries} />
        </Tabs>
      )}
    </StaffScreen>
  );
}

const groups: readonly { label: string; has: (entry: Entry) => boolean }[] = [
  { label: copy['operate.bulletin.planned'], has: ({ state }) => state === 'planned' },
  { label: copy['operate.bulletin.shown'], has: ({ state }) => state === 'shown' },
  {
    label: copy['operate.bulletin.over'],
    has: ({ state }) => state === 'ended' || state === 'withdrawn',
  },
];

function Entries({ kind, entries }: { kind: EntryKind; entries: readonly Entry[] }) {
  const { timeZone } = useCampus();
  return (
    <div className="flex-col gap-4 px-margin pt-4 pb-10">
      <ButtonLink to={`/operate/bulletin/${kind}/new`}>{copy['operate.bulletin.new']}</ButtonLink>
      {entries.length === 0 ? <p className={styles.empty}>{copy['operate.bulletin.empty']}</p> : null}
      <div className={`flex-col gap-4 ${styles.groups}`}>
        {groups.map(({ label, has }) => {
          const found = entries.filter(has);
          if (found.length === 0) return null;
          return (
            <section key={label} aria-label={label}>
              <h2 className="py-2 text-large font-bold">{label}</h2>
              <ul>
                {found.map((entry) => (
                  <li key={entry.id}>
                    <Link
                      className={`flex-col justify-center gap-1 py-3 border-b ${styles.entry}`}
                      to={`/operate/bulletin/${kind}/${entry.id}`}
                    >
                      <span className="font-bold wrap-anywhere">{entry.title}</span>
                      <span className="text-soft text-small tabular-nums">
                        {describeEntry(entry, timeZone)}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}
