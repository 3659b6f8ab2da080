import type { Pack } from '../../parts/campus/campus-queries.ts';
import { BuildingTickets } from './building-tickets.tsx';
import { MapPiece } from './map-piece.tsx';
import { Meals } from './meals.tsx';

interface ViewPiecesProps {
  pack: Pack;
  id: string;
  clock: number;
}

/** The last of what is seen of a building. */
export function ViewPieces({ pack, id, clock }: ViewPiecesProps) {
  return (
    <>
      <Meals buildingId={id} clock={clock} />
      {pack.map ? <MapPiece of={pack.map} id={id} /> : null}
      <BuildingTickets buildingId={id} />
    </>
  );
}
