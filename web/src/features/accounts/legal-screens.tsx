import { copy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import styles from './account-form.module.css';
import { LegalArticle } from './legal-article.tsx';
import type { LegalDocument } from './legal-queries.ts';

export function TermsScreen() {
  return <LegalScreen title={copy['legal.terms']} document="terms" />;
}

export function PrivacyScreen() {
  return <LegalScreen title={copy['legal.privacy']} document="privacy" />;
}

function LegalScreen({ title, document }: { title: string; document: LegalDocument }) {
  return (
    <Screen title={title} heading="shown">
      <div className={styles.page}>
        <LegalArticle document={document} />
      </div>
    </Screen>
  );
}
