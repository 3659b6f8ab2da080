import { ButtonLink } from '../../components/button.tsx';
import { copy } from '../../copy.ko.ts';
import { useLocation } from '../../lib/router.tsx';
import { useOfficial } from '../campus/campus-context.ts';
import { Screen } from '../campus/screen.tsx';
import { LegalArticle } from './legal-article.tsx';

/** Renders the terms or the privacy policy, by the address. */
export default function LegalScreen() {
  const document = /^\/privacy/i.test(useLocation().pathname) ? 'privacy' : 'terms';
  return (
    <Screen title={document === 'privacy' ? copy['legal.privacy'] : copy['legal.terms']} heading="shown">
      <div className="px-margin pb-10">
        <LegalArticle document={document} />
        <LegalLinks />
      </div>
    </Screen>
  );
}

function LegalLinks() {
  if (!useOfficial()) return null;
  return (
    <nav className="row flex-wrap justify-center gap-x-2" aria-label={copy['legal.links']}>
      <ButtonLink look="quiet" to="/rights">
        {copy['rights.title']}
      </ButtonLink>
      <ButtonLink look="quiet" to="/transparency">
        {copy['transparency.title']}
      </ButtonLink>
    </nav>
  );
}
