import { useCampus } from '../campus/campus-context.ts';
import styles from './welcome.module.css';

/** Renders the campus picture and one sentence for first-time visitors. */
export function Welcome() {
  const { product } = useCampus();
  return (
    <div>
      <picture>
        <source srcSet="/campus/welcome-dark.webp" media="(prefers-color-scheme: dark)" />
        <img className={styles.picture} src="/campus/welcome.webp" alt="" width={840} height={420} />
      </picture>
      <p className={styles.tagline}>{product.tagline}</p>
    </div>
  );
}
