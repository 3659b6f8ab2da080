import type { Building } from '@madang/contract/campus/schema';
import { useHydrated } from '../../router/hydrated.ts';
import styles from './building-picture.module.css';

interface BuildingPictureProps {
  /** Until it is known, its space stays free: what stands below must not move. */
  building: Building | undefined;
  /** Visible as soon as the screen opens. */
  eager?: boolean;
}

/** Decoration beside the building's name, so without a text of its own. */
export function BuildingPicture({ building, eager = false }: BuildingPictureProps) {
  const hydrated = useHydrated();
  const picture = building?.picture && (
    <img
      className={styles.picture}
      src={building.picture}
      alt=""
      width={320}
      height={200}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
  // A browser fetches lazy pictures far below the screen too: none of them goes before the app.
  return <span className={styles.frame}>{eager || hydrated ? picture : <noscript>{picture}</noscript>}</span>;
}
