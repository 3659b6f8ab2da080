import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useAction } from '../campus/use-action.ts';
import { roomsQuery } from './place-queries.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';

/** Reports a locked door [RM-03]. */
export function LockedRoom({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient();
  const [said, setSaid] = useState(false);
  const { busy, onClick } = useAction(async () => {
    const { hidden } = await call('PUT /api/rooms/{roomId}/locked', { path: { roomId: id } });
    setSaid(true);
    showToast(hidden ? copy['rooms.locked.hidden'] : copy['rooms.locked.one']);
    if (hidden) await queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey });
  });
  return (
    <Button look="small" busy={busy} {...(said ? { 'aria-disabled': true } : { onClick })}>
      <VisuallyHidden>{name} </VisuallyHidden>
      {said ? copy['rooms.locked.said'] : copy['rooms.locked']}
    </Button>
  );
}
