import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { packQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { Icon } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import styles from './emergency.module.css';

/** Lists emergency contacts; each row starts the call. */
export default function EmergencyScreen() {
  const { data: pack, error, refetch } = useQuery(packQuery);
  return (
    <Screen title={copy['emergency.title']}>
      {error && !pack ? <Failure error={error} onRetry={refetch} /> : null}
      {!error && !pack ? <Skeleton height="320px" /> : null}
      {pack?.emergency.length === 0 ? <StateMessage picture="search" text={copy['emergency.none']} /> : null}
      <ul className="pt-2 pb-8">
        {pack?.emergency.map(({ name, number, note }) => (
          <li key={`${name} ${number}`}>
            <a
              className={`row flex-wrap pad-2 pressable ${styles.contact}`}
              href={`tel:${number.replaceAll('-', '')}`}
            >
              <span className={`flex flex-none text-accent rounded-full ${styles.call}`}>
                <Icon of={Phone} size={20} />
              </span>
              <span className={`flex-col min-w-0 ${styles.words}`}>
                <b>{name}</b>
                {note ? <span className="text-faint text-small">{note}</span> : null}
              </span>
              <span className="text-large font-bold tabular-nums">{number}</span>
            </a>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
