// One chunk for other users' content, with the same exports as the one for own content.
import { noteProblem, REPORT_NOTE_MAX, type ReportReason } from '@madang/contract/moderation/rules';
import type { Post } from '@madang/contract/posts/schema';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { EyeOff, Flag, ShieldAlert, Undo2, UserRound, UserX } from 'lucide';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/button.tsx';
import { Choices, TextArea } from '../../components/field.tsx';
import { navigate, useSheet } from '../../lib/router.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, call, isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { describeTooLong } from '../campus/problem-text.ts';
import { useAction } from '../campus/use-action.ts';
import { Folded, useBlock, type Writing } from '../posts/folded.tsx';
import menu from '../posts/own-content.module.css';
import { MenuRow, OwnMenu } from '../posts/own-menu.tsx';
import { FollowRow, MuteRow } from '../replies/post-menu.tsx';
import type { ReplyMenuProps } from '../replies/own-reply.tsx';
import { useSession } from '../session/session.ts';
import { LateTicket } from '../tickets/late-ticket.tsx';
import { reasonChoices } from './moderation-texts.ts';

export interface ToolsOfPost {
  post: Pick<Post, 'id' | 'buildingId'> & Partial<Pick<Post, 'authorId' | 'contents'>>;
}

/** Renders a menu to report a post or a picture, or to block the author. */
function PostMenu({ post }: ToolsOfPost) {
  const pictures = (post.contents ?? []).flatMap((content): Target[] => {
    const id = content.format === 'image' ? /\/images\/posts\/([^/]+)\//.exec(content.image)?.[1] : undefined;
    return id === undefined ? [] : [{ kind: 'picture', id, postId: post.id }];
  });
  return (
    <ReportMenu
      title={copy['report.menu']}
      postId={post.id}
      authorId={post.authorId}
      things={[{ kind: 'post', id: post.id }, ...pictures]}
    />
  );
}

/** Renders the menu to report a reply or to block its author. */
export function ReplyMenu({ reply }: Pick<ReplyMenuProps, 'reply'>) {
  return (
    <ReportMenu
      title={copy['report.menu.reply']}
      postId={reply.postId}
      authorId={reply.authorId}
      things={[{ kind: 'reply', id: reply.id }]}
      number={reply.number}
      className={menu['reply']}
    />
  );
}

const staff = lazyModule(() => import('./staff-visibility.tsx'));

interface ReportMenuProps {
  title: string;
  postId: string;
  /** Reportable targets: the content itself, then the pictures of a post. */
  things: readonly [Writing, ...Target[]];
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
function ReportMenu({ title, postId, things, number, authorId, className }: ReportMenuProps) {
  const sheet = useSheet(`report-${things[0]?.id}`);
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
      ) : writing ? (
        <ReportForm
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

/** Report being written; `target` is an index into the things. */
interface Report {
  target: number;
  reason: ReportReason | undefined;
  note: string;
}

interface ReportFormProps {
  things: readonly Target[];
  report: Report;
  onChange: (report: Report) => void;
  onSent: () => void;
}

const nameThing = (n: number): string =>
  n === 0 ? copy['report.target.post'] : fillCopy(copy['report.target.picture'], { n });

/** Renders a reason and a note; for a post with pictures also the target [MO-01]. */
function ReportForm({ things, report, onChange, onSent }: ReportFormProps) {
  const { target, reason, note } = report;
  const [missing, setMissing] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const { busy, onClick } = useAction(
    async () => {
      const thing = things[target];
      if (!thing || !reason) {
        flushSync(() => setMissing(true));
        group.current?.focus();
      } else if (noteProblem(note)) showToast(describeTooLong(note, REPORT_NOTE_MAX));
      else {
        await sendReport(thing, { reason, note });
        onSent();
      }
    },
    (error) => {
      // It may have been hidden or deleted meanwhile.
      if (isRefusal(error, 'resource.missing')) showToast(copy['own.gone']);
      else if (isRefusal(error, 'report.own')) showToast(copy['report.own']);
      else return false;
      return true;
    },
  );
  return (
    <div className="flex-col gap-4">
      {things.length > 1 ? (
        <Choices
          label={copy['report.target']}
          name="target"
          choices={things.map((_, n) => ({ value: String(n), label: nameThing(n) }))}
          value={String(target)}
          onChange={(chosen) => onChange({ ...report, target: Number(chosen) })}
        />
      ) : null}
      <Choices
        label={copy['report.question']}
        name="reason"
        choices={reasonChoices}
        value={reason}
        error={missing && !reason ? copy['report.choose'] : undefined}
        groupRef={group}
        onChange={(chosen) => onChange({ ...report, reason: chosen })}
      />
      <TextArea
        name="note"
        label={copy['report.note']}
        note={copy['report.note.explain']}
        rows={3}
        value={note}
        onChange={(text) => onChange({ ...report, note: text })}
      />
      <Button busy={busy} onClick={onClick}>
        {copy['report.send']}
      </Button>
    </div>
  );
}

/** Reportable target: a post, a reply, or one picture of a post by its upload. */
type Target = { kind: 'post' | 'reply'; id: string } | { kind: 'picture'; id: string; postId: string };

/** Returns the query of the user's reports of a post and its replies. */
function ownReportsQuery(postId: string) {
  return queryOptions({
    queryKey: ['own-reports', postId],
    ...ask('GET /api/posts/{id}/own-reports', { path: { id: postId } }, ({ reports }) => reports),
  });
}

async function sendReport(thing: Target, body: { reason: ReportReason; note: string }): Promise<void> {
  if (thing.kind === 'picture')
    await call('PUT /api/posts/{id}/pictures/{uploadId}/report', { ...at(thing), body });
  else if (thing.kind === 'post') await call('PUT /api/posts/{id}/report', { ...at(thing), body });
  else await call('PUT /api/replies/{id}/report', { ...at(thing), body });
}

async function withdrawReport(thing: Target): Promise<void> {
  if (thing.kind === 'picture') await call('DELETE /api/posts/{id}/pictures/{uploadId}/report', at(thing));
  else if (thing.kind === 'post') await call('DELETE /api/posts/{id}/report', at(thing));
  else await call('DELETE /api/replies/{id}/report', at(thing));
}

/** Returns the path parameters of a target; only a picture's call uses the upload. */
function at(thing: Target): { path: { id: string; uploadId: string } } {
  return { path: { id: 'postId' in thing ? thing.postId : thing.id, uploadId: thing.id } };
}

export { Folded, LateTicket as Ticket, PostMenu as Menu };
