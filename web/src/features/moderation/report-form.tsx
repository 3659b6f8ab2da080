import { REPORT_NOTE_MAX, noteProblem, type ReportReason } from '@madang/contract/moderation/rules';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copy, fillCopy } from '../../copy.ko.ts';
import { isRefusal } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { Choices, TextArea } from '../../components/field.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { describeTooLong } from '../campus/problem-text.ts';
import { useAction } from '../campus/use-action.ts';
import styles from './moderation.module.css';
import { reasonChoices } from './reasons.ts';
import { sendReport, type Target } from './report-queries.ts';

/** Report being written; `target` is an index into the things. */
export interface Report {
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
export function ReportForm({ things, report, onChange, onSent }: ReportFormProps) {
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
    <div className={styles.form}>
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
