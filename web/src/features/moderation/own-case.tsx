import { APPEAL_TEXT_MAX, appealProblem } from '@madang/contract/moderation/rules';
import type { OwnCase } from '@madang/contract/moderation/schema';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { deleteDraft, draftKey, readText, writeDraft } from '../../lib/drafts.ts';
import { showToast } from '../../lib/toast-store.ts';
import { DatedText } from '../campus/campus-time.tsx';
import { useAction } from '../campus/use-action.ts';
import { useUser } from '../session/session.ts';
import { reasonTexts } from './moderation-texts.ts';
import styles from './moderation.module.css';

const headings = {
  post: { hidden: copy['case.own.post'], shown: copy['case.own.post.shown'] },
  reply: { hidden: copy['case.own.reply'], shown: copy['case.own.reply.shown'] },
};

const stateTexts: Record<OwnCase['state'], string> = {
  hidden: copy['case.state.hidden'],
  upheld: copy['case.state.upheld'],
  restored: copy['case.state.restored'],
  appealed: copy['case.state.appealed'],
  final: copy['case.state.final.hidden'],
};

interface OwnCaseCardProps {
  own: OwnCase;
  onChange: (own: OwnCase) => void;
}

/** Renders a case of the user's hidden content: reason, state, and the one appeal [MO-04]. */
export function OwnCaseCard({ own, onChange }: OwnCaseCardProps) {
  const heading = headings[own.kind][own.hidden ? 'hidden' : 'shown'];
  return (
    <section className={`flex-col gap-3 rounded p-4 ${styles.case}`} aria-label={heading}>
      <h3 className="font-bold text-body">{heading}</h3>
      <State own={own} />
      <blockquote dir="auto" className={`text-soft whitespace-pre-wrap ${styles.quote}`}>
        {own.kind === 'post' ? `${own.title}\n${own.body}` : own.body}
      </blockquote>
      <dl className={styles.facts}>
        <dt>{copy['case.ground']}</dt>
        <dd>{reasonTexts[own.ground]}</dd>
        {own.decision ? (
          <>
            <dt>{copy['case.decision']}</dt>
            <dd>{own.decision}</dd>
          </>
        ) : null}
        {own.appeal ? (
          <>
            <dt>{copy['appeal.own']}</dt>
            <dd>{own.appeal}</dd>
          </>
        ) : null}
      </dl>
      {own.ground === 'selfHarm' ? (
        <p className="font-semibold">
          {copy['case.help']} <a href="tel:109">{copy['case.help.call']}</a>
        </p>
      ) : null}
      {own.mayAppeal ? <Appeal id={own.id} onSent={onChange} /> : null}
    </section>
  );
}

/** Renders a case's state; for content hidden by request also the end date. */
function State({ own: { state, hidden, ground, hiddenUntil, decision } }: { own: OwnCase }) {
  if (state === 'hidden' && hiddenUntil)
    return (
      <p>
        <DatedText text={copy['case.state.rights']} instant={hiddenUntil} />
      </p>
    );
  if (state === 'restored' && ground === 'rights' && decision === null)
    return <p>{copy['case.state.rights.over']}</p>;
  if (state === 'hidden' && ground === 'link') return <p>{copy['case.state.link']}</p>;
  return <p>{state === 'final' && !hidden ? copy['case.state.final.shown'] : stateTexts[state]}</p>;
}

/** Renders the one appeal. Its text stays on the device until sent. */
function Appeal({ id, onSent }: { id: string; onSent: (own: OwnCase) => void }) {
  const key = draftKey(useUser().id, `appeal:${id}`);
  const [text, setText] = useState(() => readText(key) ?? '');
  const [open, setOpen] = useState(text !== '');
  const { busy, onClick } = useAction(
    async () => {
      const problem = appealProblem(text);
      if (problem) {
        const said = problem === 'required' ? copy['appeal.required'] : copy['appeal.tooLong'];
        showToast(fillCopy(said, { n: APPEAL_TEXT_MAX }));
        return;
      }
      const own = await call('POST /api/cases/{id}/appeal', { path: { id }, body: { text } });
      deleteDraft(key);
      showToast(copy['appeal.sent']);
      onSent(own);
    },
    (error) => {
      const late = isRefusal(error, 'appeal.late');
      if (late) showToast(copy['appeal.late']);
      return late;
    },
  );

  function change(typed: string): void {
    setText(typed);
    if (typed === '') deleteDraft(key);
    else writeDraft(key, typed);
  }

  if (!open)
    return (
      <Button look="plain" onClick={() => setOpen(true)}>
        {copy['appeal.open']}
      </Button>
    );
  return (
    <div className="flex-col gap-4">
      <TextArea
        name={`appeal-${id}`}
        label={copy['appeal.text']}
        note={copy['appeal.explain']}
        rows={4}
        value={text}
        onChange={change}
      />
      <Button busy={busy} onClick={onClick}>
        {copy['appeal.send']}
      </Button>
    </div>
  );
}
