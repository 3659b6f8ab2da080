import type { FreeRoom } from '@madang/contract/places/rooms';
import { useQuery } from '@tanstack/react-query';
import { Accessibility } from 'lucide';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { describeUntil, useFreeRooms } from './free-rooms.ts';
import { roomsQuery } from './place-queries.ts';
import { Button, Icon } from '../../components/button.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import styles from './view.module.css';

/** The report button loads while the user reads. */
const locked = lazyModule(() => import('./locked-room.tsx'));

/** More would push other amenities off a phone's first screen [PL-14]. */
const SHOWN = 3;

/** Lists the building's rooms without a class now, longest free first [RM-02]; nothing if unknown. */
export function FreeRooms({ buildingId, clock }: { buildingId: string; clock: number }) {
  const [all, showAll] = useState(false);
  const { data } = useQuery(roomsQuery);
  const free = useFreeRooms(clock)?.filter(({ room }) => room.buildingId === buildingId);
  const source = data?.rooms.find((room) => room.buildingId === buildingId)?.source;
  if (!free || source === undefined) return null;
  const shown = all ? free : free.slice(0, SHOWN);
  return (
    <section className={styles.amenities}>
      <h2>{copy['rooms.title']}</h2>
      {free.length === 0 ? <p>{copy['rooms.none']}</p> : null}
      <ul>
        {shown.map((one) => (
          <RoomRow key={one.room.id} {...one} />
        ))}
      </ul>
      {shown.length < free.length ? (
        <Button look="plain" onClick={() => showAll(true)}>
          {fillCopy(copy['rooms.all'], { n: free.length })}
        </Button>
      ) : null}
      <p className={styles.source}>{fillCopy(copy['view.source'], { source })}</p>
    </section>
  );
}

function RoomRow(free: FreeRoom) {
  const { room } = free;
  const parts = useModule(locked);
  const { name, floor, seats, stepFree } = room;
  const where = [
    fillCopy(copy['amenity.floor'], { floor }),
    seats === null ? [] : fillCopy(copy['rooms.seats'], { n: seats }),
  ].flat();
  return (
    <li className={styles.room}>
      <b>{name}</b>
      <span className={styles.source}>{where.join(' · ')}</span>
      {stepFree ? (
        <span className={styles.stepFree}>
          <Icon of={Accessibility} size={18} />
          <VisuallyHidden>{copy['amenity.stepFree']}</VisuallyHidden>
        </span>
      ) : null}
      <span className={styles.until}>{describeUntil(free)}</span>
      {parts ? <parts.LockedRoom id={room.id} name={name} /> : null}
    </li>
  );
}
