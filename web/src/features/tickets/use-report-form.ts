import { TICKET_BOARD, TICKET_TEXT_MAX, ticketTextProblem } from '@madang/contract/tickets/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { useFieldText } from '../campus/field-text.ts';
import { describeTooLong } from '../campus/problem-text.ts';
import { usePictureDraft } from '../pictures/uploads.tsx';
import { postListsKey } from '../posts/post-queries.ts';
import { useUser } from '../session/session.ts';
import { showTicket } from './ticket-queries.ts';
import { draftKey, readDraft } from '../../lib/drafts.ts';
import { navigate, useSearchParams } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../lib/use-form.ts';
import { readParts } from './late-parts.ts';
import { beginReport, contentOf, continueReport, isReport, type Report } from './report.ts';

function validate({ buildingId, kind, text }: Report): FieldErrors<Report> {
  const problem = ticketTextProblem(text);
  const tooLong = problem && describeTooLong(text.trim(), TICKET_TEXT_MAX);
  return {
    buildingId: buildingId === '' ? copy['ticket.building.choose'] : undefined,
    kind: kind === '' ? copy['ticket.kind.required'] : undefined,
    text: problem === 'required' ? copy['ticket.text.required'] : (tooLong ?? undefined),
  };
}

/** Holds the form of a report, its draft on the device, and its sending [TK-01]. */
export function useReportForm(pack: Pack) {
  const client = useQueryClient();
  const key = draftKey(useUser().id, TICKET_BOARD);
  const [query] = useSearchParams();
  const { describeError, describeFields } = useFieldText({});
  const [{ stored, initial }] = useState(() => {
    const [begun, draft] = [beginReport(query, pack), readDraft(key, isReport)];
    return { stored: begun, initial: draft ? continueReport(draft, begun) : begun };
  });

  const form = useForm<Report>({
    initial,
    validate,
    async send(report) {
      const { sendReport } = await readParts();
      const own = await sendReport(report, draft.uploads, (attempt) => form.set('attempt', attempt));
      draft.finish();
      showTicket(client, own);
      void client.invalidateQueries({ queryKey: postListsKey });
      showToast(copy['ticket.sent']);
      navigate(`/post/${own.ticket.id}`, { replace: true });
    },
    // The draft is kept in every case.
    onError(error) {
      const fields: FieldErrors<Report> = describeFields(error);
      showToast((error as { told?: string }).told ?? firstError(fields) ?? describeError(error));
      return fields;
    },
  });
  const draft = usePictureDraft(form, key, stored, contentOf);
  return { form, draft };
}

export type ReportFields = ReturnType<typeof useReportForm>['form'];
