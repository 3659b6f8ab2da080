import type { Building } from '@madang/contract/campus/schema';
import { useHydrated } from '../../lib/page.ts';
import styles from './building-picture.module.css';

interface BuildingPictureProps {
  /** Undefined until loaded; the space stays reserved. */
  building: Building | undefined;
  /** True if visible as soon as the screen opens. */
  eager?: boolean;
}

/** Renders decoration next to the building's name, therefore without alternative text. */
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
  // A browser also fetches lazy pictures far below the screen: none before hydration.
  return <span className={styles.frame}>{eager || hydrated ? picture : <noscript>{picture}</noscript>}</span>;
}
