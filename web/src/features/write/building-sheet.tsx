import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { buildingsQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import { ListRow } from '../../components/lists.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Skeleton } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { SheetControl } from '../../lib/router.tsx';
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
