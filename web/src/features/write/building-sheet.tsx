import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { buildingsQuery } from '../../parts/campus/campus-queries.ts';
import { Failure } from '../../parts/campus/failure.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { SheetControl } from '../../ui/use-sheet.ts';
import styles from './write.module.css';

interface BuildingSheetProps {
  sheet: Pick<SheetControl, 'open' | 'close'>;
  /** Reason for asking, if not obvious. */
  lead?: string | undefined;
  onChoose: (buildingId: string) => void;
}

const ALL = 'all';

/** Asks for the building of a post [SC-41]. */
export function BuildingSheet({ sheet, lead, onChoose }: BuildingSheetProps) {
  const { categories } = useCampus();
  const [category, setCategory] = useState(ALL);
  const { data, error, refetch } = useQuery(buildingsQuery);
  const tabs = [
    { value: ALL, label: copy['category.all'] },
    ...categories.map(({ name, tab }) => ({ value: name, label: tab })),
  ];
  return (
    <Sheet title={copy['write.building']} sheet={sheet}>
      {lead ? <p>{lead}</p> : null}
      <div className={styles.wide}>
        <Tabs look="pill" label={copy['building.tabs']} items={tabs} value={category} onChange={setCategory}>
          {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
          {!error && !data ? <Skeleton height="320px" /> : null}
          <ul>
            {data
              ?.filter((building) => category === ALL || building.category === category)
              .map((building) => (
                <li key={building.id}>
                  <ListRow
                    label={building.name}
                    detail={building.category}
                    onClick={() => onChoose(building.id)}
                  />
                </li>
              ))}
          </ul>
        </Tabs>
      </div>
    </Sheet>
  );
}
