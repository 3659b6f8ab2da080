import type { MouseEvent } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { Checkbox } from '../../components/field.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useSheet } from '../../lib/router.tsx';
import { copy } from '../../copy.ko.ts';
import { useTakeOver } from '../../lib/page.ts';
import { LegalArticle, type LegalDocument } from './legal-article.tsx';

interface ConsentField {
  name: string;
  value: boolean;
  error: string | undefined;
  /** Version to consent to. */
  sends?: string | undefined;
  onChange: (checked: boolean) => void;
}

type ConsentsProps = Partial<Record<LegalDocument, ConsentField | undefined>>;

const documents = ['terms', 'privacy'] as const;

const texts = {
  terms: { label: copy['signup.terms'], read: copy['signup.read.terms'], title: copy['legal.terms'] },
  privacy: { label: copy['signup.privacy'], read: copy['signup.read.privacy'], title: copy['legal.privacy'] },
};

/**
 * Renders a checkbox per text, plus one for both. Texts open in a sheet, which keeps the input [VA-05]. Current consents are
 * omitted.
 */
export function Consents(props: ConsentsProps) {
  const fields = documents.map((document) => props[document]).filter((field) => field !== undefined);
  const ticked = fields.filter(({ value }) => value).length;
  const all = ticked === fields.length;
  const tickAll = (checked: boolean) => fields.forEach((field) => field.onChange(checked));
  useTakeOver('field-all', all, tickAll);
  return (
    <div className="flex-col gap-1">
      {fields.length > 1 ? (
        <div className="font-bold border-b pb-1">
          <Checkbox
            name="all"
            label={copy['signup.all']}
            checked={all}
            indeterminate={ticked > 0 && !all}
            sends={fields.map(({ sends }) => sends).join()}
            onChange={tickAll}
          />
        </div>
      ) : null}
      {documents.map((document) => {
        const field = props[document];
        return field ? <Consent key={document} field={field} document={document} /> : null;
      })}
    </div>
  );
}

function Consent({ field: { value, ...field }, document }: { field: ConsentField; document: LegalDocument }) {
  const { label, read, title } = texts[document];
  const sheet = useSheet(document);
  function openSheet(event: MouseEvent): void {
    event.preventDefault();
    sheet.show();
  }
  return (
    <div className="flex justify-between items-start gap-2">
      <Checkbox {...field} checked={value} label={label} />
      {/* Without the app a page of its own; what was typed stays in this one. */}
      <ButtonLink look="quiet" to={`/${document}`} target="_blank" aria-label={read} onClick={openSheet}>
        {copy['signup.read']}
      </ButtonLink>
      <Sheet title={title} sheet={sheet}>
        <LegalArticle document={document} />
      </Sheet>
    </div>
  );
}
