import { bellText } from '@madang/contract/notifications/rules';
import { useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useAction } from '../campus/use-action.ts';
import { showUnread } from '../accounts/unread.ts';
import { useSession } from '../session/session.ts';
import { call } from '../../lib/api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { showRead } from './inbox-queries.ts';

/** Renders the unread count, a button to read all, and a link to the settings. */
export function InboxBar({ newest }: { newest: string | undefined }) {
  const client = useQueryClient();
  const { unread = 0 } = useSession();
  const readAll = useAction(async () => {
    if (newest === undefined) return;
    // Later notifications stay unread.
    const answer = await call('PUT /api/notifications/read', { body: { upTo: newest } });
    showRead(client, ({ at }) => at <= newest);
    showUnread(client, answer.unread);
    showToast(copy['inbox.readAll.done']);
    // The button was removed.
    document.querySelector('h1')?.focus({ preventScroll: true });
  });
  return (
    <>
      <p aria-live="polite">
        {unread > 0
          ? fillCopy(copy['inbox.unread.count'], { n: bellText(unread) })
          : newest === undefined
            ? null
            : copy['inbox.unread.none']}
      </p>
      {unread > 0 && newest !== undefined ? (
        <Button look="small" {...readAll}>
          {copy['inbox.readAll']}
        </Button>
      ) : null}
      <ButtonLink look="small" to="/mypage/notifications">
        {copy['notify.title']}
      </ButtonLink>
    </>
  );
}
