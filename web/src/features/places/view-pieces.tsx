import { useQuery } from '@tanstack/react-query';
import type { Pack } from '../campus/campus-queries.ts';
import { mealsQuery } from './meals-query.ts';
import { ticketsQuery } from '../tickets/open-tickets.ts';
import { BuildingTickets } from './building-tickets.tsx';
import { MapPiece } from './map-piece.tsx';
import { Meals } from './meals.tsx';

interface ViewPiecesProps {
  pack: Pack;
  id: string;
  clock: number;
}

/** Renders the last sections together: a later one would move those below it. */
export function ViewPieces({ pack, id, clock }: ViewPiecesProps) {
  const asked = [useQuery(mealsQuery), useQuery(ticketsQuery)];
  if (asked.some(({ isPending }) => isPending)) return null;
  return (
    <>
      <Meals buildingId={id} clock={clock} />
      {pack.map ? <MapPiece of={pack.map} id={id} /> : null}
      <BuildingTickets buildingId={id} />
    </>
  );
}
