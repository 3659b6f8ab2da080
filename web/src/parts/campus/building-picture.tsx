import type { Building } from '@madang/contract/campus/schema';
import styles from './building-picture.module.css';

interface BuildingPictureProps {
  /** Until it is known, its space stays free: what stands below must not move. */
  building: Building | undefined;
  /** Visible as soon as the screen opens. */
  eager?: boolean;
}

/** Decoration beside the building's name, so without a text of its own. */
export function BuildingPicture({ building, eager = false }: BuildingPictureProps) {
  return (
    <span className={styles.frame}>
      {building?.picture ? (
        <img
          className={styles.picture}
          src={building.picture}
          alt=""
          width={320}
          height={200}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      ) : null}
    </span>
  );
}
