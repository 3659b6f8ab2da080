import { copy } from '../../copy.ko.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useSheet } from '../../ui/use-sheet.ts';
import styles from './account-form.module.css';
import { LegalArticle, type LegalDocument } from './legal-article.tsx';

interface ConsentField {
  name: string;
  value: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}

/** Both boxes, each text to be read in a sheet, so that nothing typed is lost [VA-05]. */
export function Consents({ terms, privacy }: { terms: ConsentField; privacy: ConsentField }) {
  return (
    <div className={styles.consents}>
      <Consent
        field={terms}
        document="terms"
        label={copy['signup.terms']}
        read={copy['signup.read.terms']}
        title={copy['legal.terms']}
      />
      <Consent
        field={privacy}
        document="privacy"
        label={copy['signup.privacy']}
        read={copy['signup.read.privacy']}
        title={copy['legal.privacy']}
      />
    </div>
  );
}

interface ConsentProps {
  field: ConsentField;
  document: LegalDocument;
  label: string;
  read: string;
  title: string;
}

function Consent({ field: { value, ...field }, document, label, read, title }: ConsentProps) {
  const sheet = useSheet(document);
  return (
    <div className={styles.consent}>
      <Checkbox {...field} checked={value} label={label} />
      <Button look="quiet" aria-label={read} onClick={sheet.show}>
        {copy['signup.read']}
      </Button>
      <Sheet title={title} closeLabel={copy['action.close']} open={sheet.open} onClose={sheet.close}>
        <LegalArticle document={document} />
      </Sheet>
    </div>
  );
}
