import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { useCampus, useHasInPack } from '../../parts/campus/campus-context.ts';
import { type CampusMap, type Pack, packQuery } from '../../parts/campus/campus-queries.ts';
import { Failure } from '../../parts/campus/failure.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { Link } from '../../router/link.tsx';
import { useSearchParams } from '../../router/router.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MapBox } from './map-box.tsx';
import styles from './map.module.css';

/** The campus as a drawing and, saying the same, as a list [PL-01]. */
export default function MapScreen() {
  const [query] = useSearchParams();
  const asked = query.get('at');
  const hasNumbers = useHasInPack('emergency');
  const { data: pack, error, refetch } = useQuery(packQuery);
  if (error && !pack) {
    return (
      <Screen title={copy['building.map']}>
        <Failure error={error} onRetry={refetch} />
      </Screen>
    );
  }
  return (
    <Screen title={copy['building.map']}>
      {pack ? null : <Skeleton height="62svh" />}
      {pack?.map ? (
        <div className={styles.palette}>
          <MapBox map={pack.map} buildings={pack.buildings} asked={asked} />
          <Legend shapes={pack.map.shapes} />
        </div>
      ) : null}
      <div className={styles.below}>
        <h2 className={styles.heading}>{copy['map.list']}</h2>
        {hasNumbers ? (
          <ButtonLink look="plain" to="/emergency" state={{ from: '/map' }}>
            <Icon of={Phone} size={18} />
            {copy['emergency.title']}
          </ButtonLink>
        ) : null}
      </div>
      {pack ? <BuildingIndex buildings={pack.buildings} asked={asked} /> : null}
    </Screen>
  );
}

/** What the marks without a name mean, of those that the map has. */
function Legend({ shapes }: Pick<CampusMap, 'shapes'>) {
  const marks = [
    { kind: 'lift', d: 'M12,8h0', label: copy['map.lift'] },
    { kind: 'steps', d: 'M2,8 22,8', label: copy['map.steps'] },
    { kind: 'slope', d: 'M3,8 22,8', label: copy['map.slope'] },
  ] as const;
  return (
    <ul className={styles.legend}>
      {marks
        .filter((mark) => shapes.some(({ kind }) => kind === mark.kind))
        .map(({ kind, d, label }) => (
          <li key={kind}>
            <svg viewBox="0 0 24 16" width="1.5rem" height="1rem" aria-hidden>
              <path className={styles[kind]} d={d} />
            </svg>
            {label}
          </li>
        ))}
    </ul>
  );
}

function BuildingIndex({ buildings, asked }: Pick<Pack, 'buildings'> & { asked: string | null }) {
  const { categories } = useCampus();
  return categories.map(({ name: category, tab }) => {
    const own = buildings.filter((building) => building.category === category);
    return own.length === 0 ? null : (
      <section key={category} className={styles.category}>
        <h3>{tab}</h3>
        <ul>
          {own.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/building/${id}`} aria-current={id === asked || undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
