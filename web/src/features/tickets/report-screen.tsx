import {
  FLOOR_MAX,
  TICKET_BOARD,
  TICKET_KINDS,
  TICKET_PICTURES_MAX,
  TICKET_SPOT_MAX,
  TICKET_TEXT_MAX,
  ticketTextProblem,
} from '@madang/contract/tickets/rules';
import { KIND_WORDS } from '@madang/contract/tickets/words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { DraftNote } from '../posts/draft-notes.tsx';
import { describeControl, FieldMessages, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { draftKey, readDraft } from '../../lib/drafts.ts';
import { useKeyboardInset } from '../../lib/page.ts';
import { navigate, useLocation, useSearchParams } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../lib/use-form.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { BuildingField } from '../campus/building-finder.tsx';
import { type Pack, packQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import { useFieldText } from '../campus/field-text.ts';
import forms from '../campus/form.module.css';
import { describeTooLong } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { SubmitWithPictures, usePictureDraft } from '../pictures/uploads.tsx';
import { postListsKey } from '../posts/post-queries.ts';
import { useUser, writingRightQuery } from '../session/session.ts';
import {
  beginReport,
  contentOf,
  continueReport,
  isReport,
  placeOf,
  type Report,
  sendReport,
} from './report.ts';
import { TicketLine } from './ticket-line.tsx';
import { type OpenTicket, showTicket, tellOver, ticketsQuery } from './ticket-queries.ts';
import styles from './ticket.module.css';

/** Renders the report form for verified students; leads others to the verification. */
export default function ReportScreen() {
  const { writingRight, emailVerified } = useUser();
  const { pathname, search } = useLocation();
  const pack = useQuery(packQuery);
  // The address may have been verified in another tab: the answer then updates the user.
  const right = useQuery({ ...writingRightQuery, enabled: !writingRight });
  const failed = [pack, right].find(({ data, error }) => error && !data);
  const toVerify = `/verify?${new URLSearchParams({ next: `${pathname}${search}` })}`;
  return (
    <Screen title={copy['ticket.report']} heading="shown">
      {failed ? (
        <Failure error={failed.error} onRetry={failed.refetch} />
      ) : pack.data && writingRight ? (
        <ReportForm pack={pack.data} />
      ) : right.data?.writingRight === false ? (
        <StateMessage picture="posts" text={copy['ticket.verify']}>
          <ButtonLink look="plain" to={emailVerified ? '/mypage/viewprofile/changeEmail' : toVerify}>
            {emailVerified ? copy['verify.change'] : copy['verify.heading']}
          </ButtonLink>
        </StateMessage>
      ) : (
        <Skeleton height="320px" />
      )}
    </Screen>
  );
}

// A report starts with a place: the picture field loads after the form.
const pictures = lazyModule(() => import('../pictures/picture-field.tsx'));

/** Renders a new report: place, kind, text, and up to three pictures. */
function ReportForm({ pack }: { pack: Pack }) {
  const { form, draft } = useReportForm(pack);
  const list = useModule(pictures);
  useKeyboardInset();
  return (
    <form className={forms.form} {...form.form}>
      {draft.restored && !form.busy ? (
        <DraftNote text={copy['ticket.draft']} onDiscard={draft.discard} />
      ) : null}
      <PlaceFields form={form} pack={pack} />
      <KindField form={form} />
      <Similar report={form.values} />
      <TextArea
        {...form.field('text')}
        label={copy['ticket.text']}
        note={copy['ticket.text.note']}
        rows={4}
      />
      <div className="min-h-touch">
        {list ? <list.PictureField uploads={draft.uploads} max={TICKET_PICTURES_MAX} plain /> : null}
      </div>
      <SubmitWithPictures upload={draft.uploads.upload} busy={form.busy}>
        {copy['ticket.send']}
      </SubmitWithPictures>
    </form>
  );
}

function PlaceFields({ form, pack: { buildings, amenities } }: { form: ReportFields; pack: Pack }) {
  const here = amenities.filter((one) => one.buildingId === form.values.buildingId && one.goneOn === null);
  function chooseAmenity(id: string): void {
    const amenity = here.find((one) => one.id === id);
    const { floor, spot } = amenity ? placeOf(amenity) : form.values;
    form.set('amenityId', id);
    form.set('floor', floor);
    form.set('spot', spot);
  }
  return (
    <>
      <BuildingField
        name="buildingId"
        label={copy['ticket.building']}
        chosen={
          buildings.find(({ id }) => id === form.values.buildingId)?.name ?? copy['ticket.building.choose']
        }
        error={form.errors.buildingId}
        onChoose={(id) => {
          form.set('buildingId', id);
          form.set('amenityId', '');
        }}
      />
      {here.length === 0 ? null : (
        <SelectField
          {...form.field('amenityId')}
          label={copy['ticket.amenity']}
          choices={[
            { value: '', label: copy['ticket.amenity.other'] },
            ...here.map(({ id, kind, floor, spot }) => ({
              value: id,
              label: `${kind} ${fillCopy(copy['amenity.floor'], { floor })} ${spot}`,
            })),
          ]}
          onChange={chooseAmenity}
        />
      )}
      <TextField {...form.field('floor')} label={copy['ticket.floor']} maxLength={FLOOR_MAX} />
      <TextField
        {...form.field('spot')}
        label={copy['ticket.spot']}
        placeholder={copy['ticket.spot.note']}
        maxLength={TICKET_SPOT_MAX}
      />
    </>
  );
}

function KindField({ form }: { form: ReportFields }) {
  const error = form.errors.kind;
  return (
    <div role="group" aria-labelledby="kinds" className="flex-col gap-1">
      <span id="kinds" className="text-soft text-note font-semibold">
        {copy['ticket.kind']}
      </span>
      <div className="flex flex-wrap gap-2">
        {TICKET_KINDS.map((kind, place) => (
          <button
            key={kind}
            type="button"
            className={forms.chip}
            aria-pressed={form.values.kind === kind}
            // Without a choice the first receives the focus.
            {...(place === 0 ? describeControl('kind', { error }) : {})}
            onClick={() => form.set('kind', kind)}
          >
            {KIND_WORDS[kind]}
          </button>
        ))}
      </div>
      <FieldMessages id="kind" error={error} />
    </div>
  );
}

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
function useReportForm(pack: Pack) {
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

type ReportFields = ReturnType<typeof useReportForm>['form'];

/** Maximum number of similar tickets. */
const SHOWN = 3;

/** Lists open tickets of the same amenity, or of the kind in the building [TK-01]. */
function Similar({ report: { buildingId, amenityId, kind } }: { report: Report }) {
  const { data } = useQuery(ticketsQuery);
  const similar = data?.tickets.filter(
    (one) => one.buildingId === buildingId && (one.kind === kind || one.amenityId === amenityId),
  );
  if (!similar?.length) return null;
  return (
    <section className={styles.card}>
      <h2>{copy['ticket.similar']}</h2>
      {similar.slice(0, SHOWN).map((ticket) => (
        <div key={ticket.id}>
          <TicketLine ticket={ticket} />
          <Join ticket={ticket} />
        </div>
      ))}
    </section>
  );
}

/** Joins an existing ticket instead of reporting again. The draft stays on the device. */
function Join({ ticket: { id, number } }: { ticket: OpenTicket }) {
  const client = useQueryClient();
  const join = useAction(
    async () => {
      showTicket(client, await call('PUT /api/tickets/{id}/join', { path: { id } }));
      showToast(copy['ticket.joined.done']);
      navigate(`/post/${id}`, { replace: true });
    },
    (error) => tellOver(client, error),
  );
  return (
    <Button look="plain" aria-label={fillCopy(copy['ticket.join.of'], { n: number })} {...join}>
      {copy['ticket.join']}
    </Button>
  );
}
