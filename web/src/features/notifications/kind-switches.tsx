import { NOTIFICATION_KINDS, type NotificationKind } from '@madang/contract/notifications/rules';
import type { NotificationSettings } from '@madang/contract/notifications/schema';
import { Checkbox } from '../../components/field.tsx';
import { copy } from '../../copy.ko.ts';
import styles from './notifications.module.css';

type Kinds = NotificationSettings['kinds'];

const texts: Record<NotificationKind, string> = {
  answer: copy['notify.answer'],
  accepted: copy['notify.accepted'],
  alert: copy['notify.alert'],
  ticket: copy['notify.ticket'],
  notice: copy['notify.notice'],
  case: copy['notify.case'],
};

interface KindSwitchesProps {
  /** Id of the labelling element and prefix of the names. */
  name: string;
  kinds: Kinds;
  disabled?: boolean;
  onChange: (change: (known: Kinds) => Kinds) => void;
}

export function KindSwitches({ name, kinds, disabled = false, onChange }: KindSwitchesProps) {
  return (
    <fieldset className={`px-margin ${styles.kinds}`} aria-labelledby={name} disabled={disabled}>
      {NOTIFICATION_KINDS.map((kind) => (
        <Checkbox
          look="switch"
          key={kind}
          name={`${name}-${kind}`}
          label={texts[kind]}
          checked={kinds[kind]}
          onChange={(now) => onChange((known) => ({ ...known, [kind]: now }))}
        />
      ))}
    </fieldset>
  );
}
