import { describeControl, FieldMessages } from '../../components/field.tsx';
import fields from '../../components/field.module.css';
import { ListRow } from '../../components/lists.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useSheet } from '../../lib/router.tsx';
import { BuildingFinder } from './building-finder.tsx';

interface BuildingFieldProps {
  /** Name of the field in its form. */
  name: string;
  label: string;
  /** Name of the chosen place, or the button's text if there is none. */
  chosen: string;
  error: string | undefined;
  /** Choices above the buildings. */
  others?: readonly { id: string; name: string }[];
  onChoose: (id: string) => void;
}

/** Renders a form field for a building, chosen in a sheet by name. */
export function BuildingField({ name, label, chosen, error, others, onChoose }: BuildingFieldProps) {
  const sheet = useSheet(name);
  const id = `field-${name}`;
  function choose(value: string): void {
    onChoose(value);
    sheet.close();
  }
  return (
    <div className={fields.field}>
      <span className={fields.label} id={`${id}-label`}>
        {label}
      </span>
      <button
        type="button"
        id={id}
        className={fields.control}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        {...describeControl(id, { error })}
        onClick={sheet.show}
      >
        {chosen}
      </button>
      <FieldMessages id={id} error={error} />
      <Sheet title={label} sheet={sheet}>
        {sheet.open ? (
          <BuildingFinder onChoose={choose}>
            {others?.map((other) => (
              <ListRow key={other.id} label={other.name} onClick={() => choose(other.id)} />
            ))}
          </BuildingFinder>
        ) : null}
      </Sheet>
    </div>
  );
}
