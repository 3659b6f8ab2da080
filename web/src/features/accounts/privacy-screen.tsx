import { copy } from '../../copy.ko.ts';
import { LegalScreen } from './legal-article.tsx';

export default function PrivacyScreen() {
  return <LegalScreen title={copy['legal.privacy']} document="privacy" />;
}
