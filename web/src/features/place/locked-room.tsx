import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useAction } from '../../parts/campus/use-action.ts';
import { roomsQuery } from '../../parts/place/place-queries.ts';
import { call } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

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
