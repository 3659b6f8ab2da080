import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EyeOff, Flag, ShieldAlert, Undo2, UserRound, UserX } from 'lucide';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { navigate } from '../../router/browser-history.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { lateModule, useModule } from '../../ui/use-module.ts';
import { useSheet } from '../../ui/use-sheet.ts';
import { useAction } from '../campus/use-action.ts';
import { MenuRow, OwnMenu } from '../own-content/own-menu.tsx';
import { FollowRow } from '../notifications/follow-row.tsx';
import { MuteRow } from '../notifications/mute-row.tsx';
import { useSession } from '../session/session.ts';
import type { Report } from './report-form.tsx';
import { ownReportsQuery, type Target, withdrawReport } from './report-queries.ts';
import { useBlock, type Writing } from '../post/folded.tsx';

/** Fetched while the menu is read. */
const form = lateModule(() => import('./report-form.tsx'));
const staff = lateModule(() => import('./staff-visibility.tsx'));

interface ReportMenuProps {
  title: string;
  postId: string;
  /** What can be reported here: the thing itself, and behind it the pictures of a post. */
  things: readonly [Writing, ...Target[]];
  /** Of a reply. */
  number?: number;
  /** Null where nobody can be blocked for it. */
  authorId: string | null | undefined;
  className?: string | undefined;
}

/** The form for people whose rights are hurt, with the address filled in. */
function rightsPath(postId: string, number: number | undefined): string {
  const query = new URLSearchParams({ post: `/post/${postId}` });
  if (number !== undefined) query.set('reply', String(number));
  return `/rights?${query.toString()}`;
}

/** The ⋯ of what somebody else wrote: report it, say it in other words, take that back, or block who wrote it [MO-01]. */
export function ReportMenu({ title, postId, things, number, authorId, className }: ReportMenuProps) {
  const client = useQueryClient();
  const sheet = useSheet(`report-${things[0]?.id}`);
  const late = useModule(form, sheet.open);
  const [writing, setWriting] = useState<'report' | 'hide' | false>(false);
  const { blocked: blockedAuthors = [], role } = useSession();
  const operates = useModule(staff, sheet.open && role?.operator === true);
  /** What was typed is there again when the sheet is closed and opened. */
  const [typed, setTyped] = useState<Report | null>(null);
  // Opened again it begins with the choices.
  if (writing && !sheet.open) setWriting(false);
  const { data: reports = [] } = useQuery({ ...ownReportsQuery(postId), enabled: sheet.open });
  const mine = things.filter(({ id }) => reports.some(({ thingId }) => thingId === id));
  // A picture of the demo world has the id of its post, so the first that fits is meant.
  const target = Math.max(
    0,
    things.findIndex((thing) => thing === mine[0]),
  );
  const earlier = reports.find(({ thingId }) => thingId === mine[0]?.id);

  function leave(text: string): void {
    setTyped(null);
    void client.invalidateQueries(ownReportsQuery(postId));
    sheet.close();
    showToast(text);
  }

  const { busy, onClick: withdraw } = useAction(async () => {
    for (const thing of mine) await withdrawReport(thing);
    leave(copy['report.withdrawn']);
  });

  const blocked = blockedAuthors.includes(authorId ?? '');
  const blocking = useBlock({ ...things[0], authorId }, sheet.close);

  return (
    <OwnMenu
      title={writing === 'report' ? copy['report'] : writing ? copy['moderate.hide'] : title}
      sheet={sheet}
      className={className}
    >
      {writing === 'hide' && operates ? (
        <operates.StaffVisibility target={things[0]} hidden onDone={sheet.close} />
      ) : writing && !late ? (
        <Skeleton height="240px" />
      ) : writing && late ? (
        <late.ReportForm
          things={things}
          report={typed ?? { target, reason: earlier?.reason, note: earlier?.note ?? '' }}
          onChange={setTyped}
          onSent={() => leave(copy['report.sent'])}
        />
      ) : (
        <>
          {number === undefined ? (
            <>
              <FollowRow postId={postId} onDone={sheet.close} />
              <MuteRow postId={postId} onDone={sheet.close} />
            </>
          ) : null}
          <MenuRow
            icon={Flag}
            label={mine.length > 0 ? copy['report.change'] : copy['report']}
            grave
            onClick={() => setWriting('report')}
          />
          {mine.length > 0 ? (
            <MenuRow icon={Undo2} label={copy['report.withdraw']} busy={busy} onClick={withdraw} />
          ) : null}
          {!authorId ? null : blocked ? (
            <MenuRow icon={UserRound} label={copy['block.take']} {...blocking.unblock} />
          ) : (
            <MenuRow icon={UserX} label={copy['block']} {...blocking.block} />
          )}
          {operates ? (
            <MenuRow icon={EyeOff} label={copy['moderate.hide']} grave onClick={() => setWriting('hide')} />
          ) : null}
          <MenuRow
            icon={ShieldAlert}
            label={copy['report.rights']}
            // In the place of the open sheet: back leads to the post.
            onClick={() => navigate(rightsPath(postId, number), { replace: true })}
          />
        </>
      )}
    </OwnMenu>
  );
}
