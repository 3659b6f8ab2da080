import { copy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { describeReason, usePlacesNow } from '../places/places-now.ts';
import { Link, useSearchParams } from '../../lib/router.tsx';
import { ChipLinks } from '../../components/lists.tsx';
import { Skeleton } from '../../components/states.tsx';
import styles from './best-places.module.css';

/** Renders a keyword's three best places now; nothing if unknown [PL-08]. */
export function BestPlaces() {
  const { keywords } = useCampus();
  const [query] = useSearchParams();
  const found = usePlacesNow();
  if (found === undefined) return <Skeleton height="300px" />;
  if (found === null) return null;
  const asked = Number(query.get('now')) - 1;
  const chosen = found.keywords[asked]?.length ? asked : found.lead;
  const keyword = keywords[chosen] ?? '';
  return (
    <section className={styles.best}>
      <h2 className={styles.heading}>{copy['places.heading']}</h2>
      <ChipLinks
        label={copy['places.keywords']}
        oneRow
        replace
        chips={keywords.flatMap((label, index) =>
          found.keywords[index]?.length
            ? { to: `/keyword?now=${index + 1}`, label, current: index === chosen }
            : [],
        )}
      />
      <ol className={styles.places}>
        {found.keywords[chosen]?.map(({ id, name, reason }) => (
          <li key={id}>
            <Link className={styles.place} to={`/building/${id}/view`}>
              <span className={styles.name}>{name}</span>
              <span className={styles.reason}>{describeReason(reason, keyword)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
