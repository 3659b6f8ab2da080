import { copy } from '../../copy.ko.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useSheet } from '../../ui/use-sheet.ts';
import styles from './account-form.module.css';
import { LegalArticle } from './legal-article.tsx';
import type { LegalDocument } from './legal-queries.ts';

interface ConsentField {
  name: string;
  value: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}

interface ConsentsProps {
  /** Left out where the student agreed to the present text already. */
  terms?: ConsentField | undefined;
  privacy?: ConsentField | undefined;
}

/** A box for each text, to be read in a sheet, so that nothing typed is lost [VA-05]; for both, one that ticks both. */
export function Consents({ terms, privacy }: ConsentsProps) {
  return (
    <div className={styles.consents}>
      {terms && privacy ? <AllConsents terms={terms} privacy={privacy} /> : null}
      {terms ? (
        <Consent
          field={terms}
          document="terms"
          label={copy['signup.terms']}
          read={copy['signup.read.terms']}
          title={copy['legal.terms']}
        />
      ) : null}
      {privacy ? (
        <Consent
          field={privacy}
          document="privacy"
          label={copy['signup.privacy']}
          read={copy['signup.read.privacy']}
          title={copy['legal.privacy']}
        />
      ) : null}
    </div>
  );
}

function AllConsents({ terms, privacy }: Required<ConsentsProps>) {
  const fields = [terms, privacy].filter((field) => field !== undefined);
  const ticked = fields.filter(({ value }) => value).length;
  return (
    <div className={styles.all}>
      <Checkbox
        name="all"
        label={copy['signup.all']}
        checked={ticked === fields.length}
        indeterminate={ticked > 0 && ticked < fields.length}
        onChange={(checked) => fields.forEach((field) => field.onChange(checked))}
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
