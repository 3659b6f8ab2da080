import { copy, fillCopy } from '../../copy.ko.ts';
import type { Pack } from '../campus/campus-queries.ts';
import type { Amenity } from './place-filter.ts';
import { hasNear } from './map-distance.ts';
import styles from './view.module.css';

/** Distances in metres within which a lift or slope belongs to a building. */
const BESIDE = 6;
const NEAR = 20;

interface StepFreeProps {
  pack: Pack;
  amenities: readonly Amenity[];
  buildingId: string;
}

/** Renders the known step-free access. */
export function StepFree({ pack: { map }, amenities, buildingId }: StepFreeProps) {
  const kindsOf = (stepFree: boolean) => [
    ...new Set(amenities.flatMap((one) => (one.stepFree === stepFree && !one.goneOn ? [one.kind] : []))),
  ];
  const [free, steps] = [kindsOf(true), kindsOf(false)];
  const said = [
    map && hasNear(map, buildingId, 'lift', BESIDE) ? copy['view.lift'] : [],
    map && hasNear(map, buildingId, 'slope', NEAR) ? copy['view.slope'] : [],
    free.length > 0 ? fillCopy(copy['view.stepFree'], { kinds: free.join(', ') }) : [],
    // A kind reachable both ways counts as reachable.
    steps.some((kind) => !free.includes(kind))
      ? fillCopy(copy['view.steps'], { kinds: steps.filter((kind) => !free.includes(kind)).join(', ') })
      : [],
  ].flat();
  if (said.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{copy['map.stepFree']}</h2>
      <ul>
        {said.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
