import { copy } from '../../copy.ko.ts';
import { LegalScreen } from './legal-article.tsx';

export default function TermsScreen() {
  return <LegalScreen title={copy['legal.terms']} document="terms" />;
}
