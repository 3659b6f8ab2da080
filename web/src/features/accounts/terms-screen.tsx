import { copy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import styles from './account-form.module.css';
import { LegalArticle, LegalLinks } from './legal-article.tsx';

export default function TermsScreen() {
  return (
    <Screen title={copy['legal.terms']} heading="shown">
      <div className={styles.page}>
        <LegalArticle document="terms" />
        <LegalLinks />
      </div>
    </Screen>
  );
}
