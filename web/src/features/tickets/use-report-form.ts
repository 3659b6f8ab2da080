import { TICKET_BOARD, TICKET_TEXT_MAX, ticketTextProblem } from '@madang/contract/tickets/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import type { Pack } from '../../parts/campus/campus-queries.ts';
import { useFieldText } from '../../parts/campus/field-text.ts';
import { floodText } from '../../parts/campus/flood-text.ts';
import { describeTooLong } from '../../parts/campus/problem-text.ts';
import { sendWithPictures } from '../../parts/pictures/send-pictures.ts';
import { usePictureDraft } from '../../parts/pictures/use-picture-draft.ts';
import { isPictureGone } from '../../parts/pictures/use-uploads.ts';
import { postListsKey } from '../../parts/post/post-queries.ts';
import { useUser } from '../../parts/session/session.ts';
import { showTicket } from '../../parts/tickets/ticket-queries.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { draftKey, readDraft } from '../../platform/drafts.ts';
import { makeUuid } from '../../platform/make-uuid.ts';
import { navigate } from '../../router/browser-history.ts';
import { useSearchParams } from '../../router/router.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../ui/use-form.ts';
import { beginReport, contentOf, isReport, type Report } from './report.ts';

/** Reports that were refused for saying what was said a moment ago: who sends one again means it. */
const confirmed = new Set<string>();

function validate({ buildingId, kind, text }: Report): FieldErrors<Report> {
  const problem = ticketTextProblem(text);
  const tooLong = problem && describeTooLong(text.trim(), TICKET_TEXT_MAX);
  return {
    buildingId: buildingId === '' ? copy['ticket.building.choose'] : undefined,
    kind: kind === '' ? copy['ticket.kind.required'] : undefined,
    text: problem === 'required' ? copy['ticket.text.required'] : (tooLong ?? undefined),
  };
}

/** The form of a report, its draft on the device, and what sends it [TK-01]. */
export function useReportForm(pack: Pack) {
  const client = useQueryClient();
  const key = draftKey(useUser().id, TICKET_BOARD);
  const [query] = useSearchParams();
  const { describeError, describeFields } = useFieldText({});
  const [{ stored, initial }] = useState(() => {
    const [begun, draft] = [beginReport(query, pack), readDraft(key, isReport)];
    const { buildingId, amenityId, floor, spot } = begun;
    // The words of the draft, and the place that one comes from.
    const place = buildingId === '' ? {} : { buildingId, amenityId, floor, spot };
    return { stored: begun, initial: draft ? { ...draft, ...place } : begun };
  });

  const form = useForm<Report>({
    initial,
    validate,
    async send(report) {
      const own = await sendWithPictures(draft.uploads, (sent) => {
        const content = contentOf({ ...report, pictures: draft.uploads.pictures.read() });
        // The same content keeps its id over retries and reloads: nothing is reported twice.
        const attempt = report.attempt?.content === content ? report.attempt : { id: makeUuid(), content };
        form.set('attempt', attempt);
        const { id } = attempt;
        const { buildingId, amenityId, floor, spot, kind, text } = report;
        const place = { buildingId, amenityId: amenityId || null, floor: floor.trim(), spot: spot.trim() };
        const said = { kind: kind || 'other', text: text.normalize('NFC') } as const;
        const pictures = sent.map(({ uploadId }) => uploadId);
        const again = confirmed.has(id) ? { again: true } : {};
        return call('POST /api/tickets', { body: { id, ...place, ...said, pictures, ...again } }).catch(
          (error: unknown) => {
            if (isRefusal(error, 'text.repeated')) confirmed.add(id);
            throw error;
          },
        );
      });
      draft.finish();
      showTicket(client, own);
      void client.invalidateQueries({ queryKey: postListsKey });
      showToast(copy['ticket.sent']);
      navigate(`/post/${own.ticket.id}`, { replace: true });
    },
    // The draft stays in every case.
    onError(error) {
      const fields: FieldErrors<Report> = describeFields(error);
      const taken = isRefusal(error, 'identifier.taken');
      if (taken) form.set('attempt', null);
      if (taken) showToast(copy['error.post.taken']);
      else if (error instanceof DOMException) showToast(copy['write.upload.cancelled']);
      else if (isPictureGone(error)) showToast(copy['error.image.again']);
      else showToast(floodText(error) ?? firstError(fields) ?? describeError(error));
      return fields;
    },
  });
  const draft = usePictureDraft(form, key, stored, contentOf);
  return { form, draft };
}

export type ReportFields = ReturnType<typeof useReportForm>['form'];
