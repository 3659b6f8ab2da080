import { copy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './account-form.module.css';

/** Where whoever is hurt by something asks for its removal, and what moderation did. */
export function LegalLinks() {
  if (!useCampus().features.includes('moderation')) return null;
  return (
    <nav className={styles.links} aria-label={copy['legal.links']}>
      <ButtonLink look="quiet" to="/rights">
        {copy['rights.title']}
      </ButtonLink>
      <ButtonLink look="quiet" to="/transparency">
        {copy['transparency.title']}
      </ButtonLink>
    </nav>
  );
}
