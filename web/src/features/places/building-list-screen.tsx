import { hoursOfBuilding, isOpen, openState } from '@madang/contract/places/open-hours';
import type { Building } from '@madang/contract/campus/schema';
import { findTyped } from '@madang/contract/search/places';
import { useQuery } from '@tanstack/react-query';
import { Map } from 'lucide';
import { useDeferredValue, useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { BuildingPicture } from '../campus/building.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useCampus, useHasInPack, useOfficial } from '../campus/campus-context.ts';
import { buildingsQuery, type Pack, packQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { useSoonMark } from '../campus/soon-mark.tsx';
import { AmenityIcons } from './amenity-list.tsx';
import { stateText } from './place-texts.ts';
import { useNews } from '../posts/news.ts';
import { FIRST_ROWS, useOpened } from '../../lib/opened.ts';
import { useHydrated } from '../../lib/page.ts';
import { Link, useLocation, useSearchParams } from '../../lib/router.tsx';
import { Button, ButtonLink, Icon } from '../../components/button.tsx';
import { NewMark, VisuallyHidden } from '../../components/visually-hidden.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import styles from './buildings.module.css';

const ALL = 'all';
/** Longer than any building name. */
const FIELD_MAX = 40;

export default function BuildingListScreen() {
  const { state } = useLocation();
  const campus = useCampus();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery({
    ...buildingsQuery,
    placeholderData: () => readBuildingsState(state),
  });

  const official = useOfficial();
  // The field updates before the address; back restores the same list.
  const [typed, setTyped] = useState((search.get('name') ?? '').slice(0, FIELD_MAX));
  const word = official ? typed.trim() : '';
  const tabs = [
    { value: ALL, label: copy['category.all'] },
    ...campus.categories.map(({ name, tab }) => ({ value: name, label: tab })),
  ];
  const chosen = tabs.find(({ value }) => value === search.get('category'))?.value ?? ALL;
  const named = new Set(word === '' ? data : findTyped(word, data ?? []));

  function show(category: string, name: string): void {
    const all = { ...(category !== ALL && { category }), ...(name !== '' && { name }) };
    setSearch(all, { replace: true, state });
  }

  return (
    <Screen title={copy['tab.building']}>
      <div className={`flex flex-wrap gap-2 px-margin pb-1 pt-3 ${styles.top}`}>
        {official ? (
          <NameField
            value={typed}
            onChange={(value) => {
              setTyped(value);
              show(chosen, value.trim());
            }}
          />
        ) : null}
        <MapButton />
      </div>
      <Tabs
        look="pill"
        label={copy['building.tabs']}
        items={tabs}
        value={chosen}
        onChange={(value) => show(value, word)}
      >
        {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
        {!error && !data ? <BuildingListSkeleton /> : null}
        {data ? (
          <BuildingCards
            buildings={data.filter((one) => named.has(one) && (chosen === ALL || one.category === chosen))}
            none={word === '' ? copy['building.empty'] : copy['building.search.none']}
          />
        ) : null}
      </Tabs>
    </Screen>
  );
}

function NameField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <input
      type="search"
      className={`min-w-0 min-h-touch rounded ${styles.search}`}
      aria-label={copy['building.search']}
      placeholder={copy['building.search']}
      value={value}
      maxLength={FIELD_MAX}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Renders the map button: a notice in the beta, a link if there is a map. */
function MapButton() {
  const { mark, ...described } = useSoonMark({ built: true });
  const hasMap = useHasInPack('map');
  const official = useOfficial();
  const content = (
    <>
      <Icon of={Map} size={20} />
      {copy['building.map']}
      {mark}
    </>
  );
  if (hasMap) {
    return (
      <ButtonLink look="plain" to="/map">
        {content}
      </ButtonLink>
    );
  }
  return official ? null : (
    <Button look="plain" onClick={() => showToast(copy['notice.official'])} {...described}>
      {content}
    </Button>
  );
}

/** Priorities of the pictures that a phone shows when the screen opens: the first decides the largest paint. */
const PRIORITIES = ['high', 'low', 'low', 'low', 'low', 'low'] as const;

function BuildingCards({ buildings, none }: { buildings: readonly Building[]; none: string }) {
  const isNew = useNews();
  const official = useOfficial();
  const isHydrated = useHydrated();
  const isOpened = useOpened();
  // Deferred: a hundred cards at once would delay touches.
  const pack = useDeferredValue(useQuery({ ...packQuery, enabled: official && isHydrated }).data);
  if (buildings.length === 0) {
    return <StateMessage picture="search" text={none} />;
  }
  return (
    <ul className={styles.grid}>
      {buildings.slice(0, isOpened ? undefined : FIRST_ROWS).map((building, index) => (
        <li key={building.id}>
          <Link
            className={`flex-col bg-surface rounded relative overflow-hidden h-full ${styles.card}`}
            to={`/building/${building.id}`}
          >
            <BuildingPicture building={building} priority={PRIORITIES[index]} />
            <span className={`flex-col ${styles.words}`}>
              <span className="font-bold leading-snug">{building.name}</span>
              <span className="text-faint text-small">
                {building.category}
                <AmenityIcons kinds={kindsOf(pack, building.id)} />
              </span>
              {official ? <Hours hours={pack?.hours ?? []} buildingId={building.id} /> : null}
            </span>
            {isNew(`/building/${building.id}`) ? <NewMark /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Returns the building's amenities in the order of the popular terms. */
const kindsOf = (pack: Pack | undefined, buildingId: string): Pack['kinds'] =>
  (pack?.kinds ?? []).filter(({ name }) =>
    pack?.amenities.some((one) => one.buildingId === buildingId && one.kind === name && !one.goneOn),
  );

/** Renders whether a building is open and until when. Keeps its line while unknown. */
function Hours({ hours, buildingId }: { hours: Pack['hours']; buildingId: string }) {
  const state = openState(hoursOfBuilding(hours, buildingId), useCampusClock());
  const isNow = isOpen(state);
  return (
    <span className={`text-faint text-small ${styles.hours}`} data-open={isNow || undefined}>
      {isNow ? `${copy['building.open']} · ` : null}
      {state ? stateText(state) : '\u00a0'}
    </span>
  );
}

function BuildingListSkeleton() {
  return (
    <div className={styles.grid} role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height="172px" round />
      ))}
    </div>
  );
}

/** Returns the list in a link's state [RT-21]; ignores any other state. */
function readBuildingsState(state: unknown): Building[] | undefined {
  if (typeof state !== 'object' || state === null || !('buildings' in state)) return undefined;
  const { buildings } = state;
  const whole = Array.isArray(buildings) && buildings.every((item) => typeof item?.id === 'string');
  return whole ? (buildings as Building[]) : undefined;
}
