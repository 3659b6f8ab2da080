import { KIND_WORDS } from '@madang/contract/tickets/words';
import {
  FLOOR_MAX,
  TICKET_KINDS,
  TICKET_PICTURES_MAX,
  TICKET_SPOT_MAX,
} from '@madang/contract/tickets/rules';
import { copy, fillCopy } from '../../copy.ko.ts';
import { BuildingField } from '../campus/building-field.tsx';
import type { Pack } from '../campus/campus-queries.ts';
import { DraftNote } from '../posts/draft-notes.tsx';
import styles from '../campus/form.module.css';
import { useKeyboardInset } from '../../lib/page.ts';
import { Button } from '../../components/button.tsx';
import fields from '../../components/field.module.css';
import { describeControl, FieldMessages, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { lateParts } from './late-parts.ts';
import { placeOf } from './report.ts';
import { type ReportFields, useReportForm } from './use-report-form.ts';

// A report starts with a place: the picture field loads after the form.
const pictures = lazyModule(() => import('../pictures/picture-field.tsx'));

/** Renders a new report: place, kind, text, and up to three pictures. */
export function ReportForm({ pack }: { pack: Pack }) {
  const { form, draft } = useReportForm(pack);
  const { upload } = draft.uploads;
  const list = useModule(pictures);
  const parts = useModule(lateParts);
  useKeyboardInset();
  return (
    <form className={styles.form} {...form.form}>
      {draft.restored && !form.busy ? (
        <DraftNote text={copy['ticket.draft']} onDiscard={draft.discard} />
      ) : null}
      <PlaceFields form={form} pack={pack} />
      <KindField form={form} />
      {parts ? <parts.Similar report={form.values} /> : null}
      <TextArea
        {...form.field('text')}
        label={copy['ticket.text']}
        note={copy['ticket.text.note']}
        rows={4}
      />
      <div className={styles.late}>
        {list ? <list.PictureField uploads={draft.uploads} max={TICKET_PICTURES_MAX} plain /> : null}
      </div>
      <div className={styles.submit}>
        {parts && upload ? <parts.UploadBar {...upload} /> : null}
        <Button type="submit" busy={form.busy}>
          {copy['ticket.send']}
        </Button>
      </div>
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
    <div role="group" aria-labelledby="kinds" className={fields.field}>
      <span id="kinds" className={fields.label}>
        {copy['ticket.kind']}
      </span>
      <div className={styles.chips}>
        {TICKET_KINDS.map((kind, place) => (
          <button
            key={kind}
            type="button"
            className={styles.chip}
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
