import {
  FLOOR_MAX,
  TICKET_BOARD,
  TICKET_SPOT_MAX,
  TICKET_TEXT_MAX,
  ticketTextProblem,
} from '@madang/contract/tickets/rules';
import type { OwnTicket } from '@madang/contract/tickets/schema';
import { countCodePoints } from '@madang/contract/text/rules';
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
import { navigate } from '../../router/browser-history.ts';
import { useSearchParams } from '../../router/router.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../ui/use-form.ts';
import { beginReport, contentOf, isReport, nameAttempt, readPlace, type Report } from './report.ts';

/** Reports that were refused for saying what was said a moment ago: who sends one again means it. */
const confirmed = new Set<string>();

const tooLong = (text: string, max: number): string | undefined =>
  countCodePoints(text.trim()) > max ? describeTooLong(text.trim(), max) : undefined;

function validate({ buildingId, floor, spot, kind, text }: Report): FieldErrors<Report> {
  const problem = ticketTextProblem(text);
  return {
    buildingId: buildingId === '' ? copy['ticket.building.choose'] : undefined,
    floor: tooLong(floor, FLOOR_MAX),
    spot: tooLong(spot, TICKET_SPOT_MAX),
    kind: kind === '' ? copy['ticket.kind.required'] : undefined,
    text: problem === 'required' ? copy['ticket.text.required'] : tooLong(text, TICKET_TEXT_MAX),
  };
}

/** The form of a report, its draft on the device, and what sends it [TK-01]. */
export function useReportForm(pack: Pack) {
  const client = useQueryClient();
  const key = draftKey(useUser().id, TICKET_BOARD);
  const [query] = useSearchParams();
  const [{ initial, stored }] = useState(() => beginReport(readPlace(query, pack), readDraft(key, isReport)));
  const { describeError, describeFields } = useFieldText({});

  const form = useForm<Report>({
    initial,
    validate,
    async send(report) {
      const own = await sendWithPictures(draft.uploads, (sent) =>
        sendReport(report, sent.map(({ uploadId }) => uploadId)),
      );
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

  async function sendReport(report: Report, pictures: string[]): Promise<OwnTicket> {
    const { buildingId, amenityId, floor, spot, kind, text } = report;
    const attempt = nameAttempt({ ...report, pictures: draft.uploads.pictures.read() });
    // Stored before it is used: what fails half-way is sent again under the same id.
    form.set('attempt', attempt);
    const { id } = attempt;
    const again = confirmed.has(id) ? { again: true } : {};
    const said = { floor: floor.trim(), spot: spot.trim(), text: text.normalize('NFC') };
    const body = { id, buildingId, amenityId: amenityId || null, kind: kind || 'other', pictures, ...said, ...again };
    try {
      return await call('POST /api/tickets', { body });
    } catch (error) {
      if (isRefusal(error, 'text.repeated')) confirmed.add(id);
      throw error;
    }
  }

  return { form, draft };
}

export type ReportForm = ReturnType<typeof useReportForm>['form'];
