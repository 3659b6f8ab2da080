import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EyeOff, Flag, ShieldAlert, Undo2, UserRound, UserX } from 'lucide';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { navigate, useSheet } from '../../lib/router.tsx';
import { Skeleton } from '../../components/states.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { useAction } from '../campus/use-action.ts';
import { MenuRow, OwnMenu } from '../posts/own-menu.tsx';
import { FollowRow, MuteRow } from '../replies/post-menu.tsx';
import { useSession } from '../session/session.ts';
import type { Report } from './report-form.tsx';
import { ownReportsQuery, type Target, withdrawReport } from './report-queries.ts';
import { useBlock, type Writing } from '../posts/folded.tsx';

/** Loaded while the menu is open. */
const form = lazyModule(() => import('./report-form.tsx'));
const staff = lazyModule(() => import('./staff-visibility.tsx'));

interface ReportMenuProps {
  title: string;
  postId: string;
  /** Reportable targets: the content itself, then the pictures of a post. */
  things: readonly [Writing, ...Target[]];
  /** Number of a reply. */
  number?: number;
  /** Null if the author cannot be blocked. */
  authorId: string | null | undefined;
  className?: string | undefined;
}

/** Returns the user's reports of these targets, and the report shown in the form. */
function useOwnReports(postId: string, things: readonly Target[], enabled: boolean) {
  const client = useQueryClient();
  const query = ownReportsQuery(postId);
  const { data: reports = [] } = useQuery({ ...query, enabled });
  /** Typed text survives closing and reopening the sheet. */
  const [typed, setTyped] = useState<Report | null>(null);
  const mine = things.filter(({ id }) => reports.some(({ thingId }) => thingId === id));
  // Demo pictures share their post's id, so use the first match.
  const [first] = mine;
  const target = first ? things.indexOf(first) : 0;
  const { reason, note = '' } = reports.find(({ thingId }) => thingId === first?.id) ?? {};
  return {
    mine,
    report: typed ?? { target, reason, note },
    setReport: setTyped,
    /** Resets the form after the report was sent or withdrawn. */
    forget(): void {
      setTyped(null);
      void client.invalidateQueries(query);
    },
  };
}

/** Renders the ⋯ menu of another user's content: report, change or withdraw that, or block [MO-01]. */
export function ReportMenu({ title, postId, things, number, authorId, className }: ReportMenuProps) {
  const sheet = useSheet(`report-${things[0]?.id}`);
  const late = useModule(form, sheet.open);
  const [writing, setWriting] = useState<'report' | 'hide' | false>(false);
  const { role } = useSession();
  const operates = useModule(staff, sheet.open && role?.operator === true);
  const { mine, report, setReport, forget } = useOwnReports(postId, things, sheet.open);
  // A reopened sheet starts with the choices.
  if (writing && !sheet.open) setWriting(false);

  function leave(text: string): void {
    forget();
    sheet.close();
    showToast(text);
  }

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
          report={report}
          onChange={setReport}
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
            <WithdrawRow things={mine} onDone={() => leave(copy['report.withdrawn'])} />
          ) : null}
          {authorId ? <BlockRow thing={{ ...things[0], authorId }} onDone={sheet.close} /> : null}
          {operates ? (
            <MenuRow icon={EyeOff} label={copy['moderate.hide']} grave onClick={() => setWriting('hide')} />
          ) : null}
          <RightsRow postId={postId} number={number} />
        </>
      )}
    </OwnMenu>
  );
}

function WithdrawRow({ things, onDone }: { things: readonly Target[]; onDone: () => void }) {
  const withdraw = useAction(async () => {
    for (const thing of things) await withdrawReport(thing);
    onDone();
  });
  return <MenuRow icon={Undo2} label={copy['report.withdraw']} {...withdraw} />;
}

function BlockRow({ thing, onDone }: { thing: Writing; onDone: () => void }) {
  const { blocked = [] } = useSession();
  const { block, unblock } = useBlock(thing, onDone);
  if (!blocked.includes(thing.authorId ?? ''))
    return <MenuRow icon={UserX} label={copy['block']} {...block} />;
  return <MenuRow icon={UserRound} label={copy['block.take']} {...unblock} />;
}

/** Renders a link to the form for rights holders, with the address filled in. */
function RightsRow({ postId, number }: { postId: string; number: number | undefined }) {
  const query = new URLSearchParams({ post: `/post/${postId}` });
  if (number !== undefined) query.set('reply', String(number));
  // Replaces the open sheet: back leads to the post.
  const open = (): void => navigate(`/rights?${query.toString()}`, { replace: true });
  return <MenuRow icon={ShieldAlert} label={copy['report.rights']} onClick={open} />;
}
