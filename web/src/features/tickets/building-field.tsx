import { copy } from '../../copy.ko.ts';
import { BuildingFinder } from '../../parts/campus/building-finder.tsx';
import { describeControl, FieldMessages } from '../../ui/field.tsx';
import fields from '../../ui/field.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { useSheet } from '../../ui/use-sheet.ts';

interface BuildingFieldProps {
  /** Of the chosen building; nothing while none is. */
  name: string | undefined;
  error: string | undefined;
  onChoose: (buildingId: string) => void;
}

const ID = 'field-buildingId';

/** Which building a report is about, found by its name in a sheet. */
export function BuildingField({ name, error, onChoose }: BuildingFieldProps) {
  const sheet = useSheet('building');
  function choose(buildingId: string): void {
    onChoose(buildingId);
    sheet.close();
  }
  return (
    <div className={fields.field}>
      <span className={fields.label} id={`${ID}-label`}>
        {copy['ticket.building']}
      </span>
      <button
        type="button"
        id={ID}
        className={fields.control}
        aria-haspopup="dialog"
        aria-labelledby={`${ID}-label ${ID}`}
        {...describeControl(ID, { error })}
        onClick={sheet.show}
      >
        {name ?? copy['ticket.building.choose']}
      </button>
      <FieldMessages id={ID} error={error} />
      <Sheet title={copy['ticket.building']} sheet={sheet}>
        {sheet.open ? <BuildingFinder onChoose={choose} /> : null}
      </Sheet>
    </div>
  );
}
