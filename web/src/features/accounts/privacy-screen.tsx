import { copy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import styles from './account-form.module.css';
import { LegalArticle, LegalLinks } from './legal-article.tsx';

export default function PrivacyScreen() {
  return (
    <Screen title={copy['legal.privacy']} heading="shown">
      <div className={styles.page}>
        <LegalArticle document="privacy" />
        <LegalLinks />
      </div>
    </Screen>
  );
}
