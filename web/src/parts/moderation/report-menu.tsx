import { REPORT_NOTE_MAX, noteProblem, type ReportReason } from '@madang/contract/moderation/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Flag, Undo2 } from 'lucide';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { isRefusal } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useSheet } from '../../ui/use-sheet.ts';
import { useAction } from '../campus/use-action.ts';
import { MenuRow, OwnMenu } from '../own-content/own-menu.tsx';
import styles from './moderation.module.css';
import { reasonChoices } from './reasons.ts';
import { ownReportsQuery, sendReport, type Thing, withdrawReport } from './report-queries.ts';

interface ReportMenuProps {
  title: string;
  postId: string;
  /** What can be reported here: the thing itself, and behind it the pictures of a post. */
  things: readonly Thing[];
  className?: string | undefined;
}

/** The ⋯ of what somebody else wrote: report it, say it in other words, or take that back [MO-01]. */
export function ReportMenu({ title, postId, things, className }: ReportMenuProps) {
  const client = useQueryClient();
  const sheet = useSheet(`report-${things[0]?.id}`);
  const [writing, setWriting] = useState(false);
  // Opened anew it begins with the choices.
  if (writing && !sheet.open) setWriting(false);
  const { data: reports } = useQuery({ ...ownReportsQuery(postId), enabled: sheet.open });
  const mine = things.filter(({ id }) => reports?.some(({ thingId }) => thingId === id));

  const refresh = (): void => void client.invalidateQueries(ownReportsQuery(postId));
  const { busy, onClick: withdraw } = useAction(async () => {
    for (const thing of mine) await withdrawReport(thing);
    refresh();
    sheet.close();
    showToast(copy['report.withdrawn']);
  });

  return (
    <OwnMenu title={writing ? copy['report'] : title} sheet={sheet} className={className}>
      {writing ? (
        <ReportForm
          things={things}
          earlier={reports?.find(({ thingId }) => thingId === mine[0]?.id)}
          onSent={() => {
            refresh();
            sheet.close();
          }}
        />
      ) : (
        <>
          <MenuRow
            icon={Flag}
            label={mine.length > 0 ? copy['report.change'] : copy['report']}
            grave
            onClick={() => setWriting(true)}
          />
          {mine.length > 0 ? (
            <MenuRow icon={Undo2} label={copy['report.withdraw']} busy={busy} onClick={withdraw} />
          ) : null}
        </>
      )}
    </OwnMenu>
  );
}

interface ReportFormProps {
  things: readonly Thing[];
  /** What was said before of one of them. */
  earlier: { thingId: string; reason: ReportReason; note: string } | undefined;
  onSent: () => void;
}

function ReportForm({ things, earlier, onSent }: ReportFormProps) {
  /** Its place among the things: a picture of the demo world has the id of its post. */
  const [target, setTarget] = useState(() =>
    String(
      Math.max(
        0,
        things.findIndex(({ id }) => id === earlier?.thingId),
      ),
    ),
  );
  const [reason, setReason] = useState(earlier?.reason);
  const [note, setNote] = useState(earlier?.note ?? '');
  const { busy, onClick } = useAction(
    async () => {
      const thing = things[Number(target)];
      if (!thing || !reason) showToast(copy['report.choose']);
      else if (noteProblem(note)) showToast(fillCopy(copy['report.tooLong'], { n: REPORT_NOTE_MAX }));
      else {
        await sendReport(thing, { reason, note });
        onSent();
        showToast(copy['report.sent']);
      }
    },
    (error) => {
      // It may have been hidden or deleted meanwhile.
      const text = isRefusal(error, 'resource.missing') ? copy['own.gone'] : undefined;
      const own = isRefusal(error, 'report.own') ? copy['report.own'] : undefined;
      if (text || own) showToast(text ?? own ?? '');
      return Boolean(text ?? own);
    },
  );
  return (
    <div className={styles.form}>
      {things.length > 1 ? (
        <Choices
          label={copy['report.target']}
          name="target"
          choices={things.map((_, place) => ({
            value: String(place),
            label:
              place === 0
                ? copy['report.target.post']
                : fillCopy(copy['report.target.picture'], { n: place }),
          }))}
          value={target}
          onChange={setTarget}
        />
      ) : null}
      <Choices
        label={copy['report.question']}
        name="reason"
        choices={reasonChoices}
        value={reason}
        onChange={setReason}
      />
      <TextArea
        name="note"
        label={copy['report.note']}
        note={copy['report.note.explain']}
        rows={3}
        value={note}
        onChange={setNote}
      />
      <Button busy={busy} onClick={onClick}>
        {copy['report.send']}
      </Button>
    </div>
  );
}
