import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { StateMessage } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError } from '../../lib/api.ts';
import type { Unsent } from '../../lib/offline/database.ts';
import { useAway } from '../../lib/online.ts';
import { Link, navigate } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { describeError } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { dropUnsent, isOld, sendNow, useUnsent, writeAgain } from '../offline/outbox.tsx';
import styles from './mypage.module.css';

/** Lists pending writes, with the possible actions [PH-03]. */
export default function OutboxScreen() {
  const unsent = useUnsent();
  const reached = useAway() === null;
  const { busy, onClick: send } = useAction(sendNow);
  const written = unsent.filter(({ kind }) => kind !== 'wish');
  const wishes = unsent.length - written.length;
  return (
    <Screen title={copy['outbox']} heading="shown">
      {unsent.length === 0 ? (
        <StateMessage picture="posts" text={copy['outbox.empty']} />
      ) : (
        <>
          <p className="px-margin text-soft pb-5">{copy['outbox.explain']}</p>
          {unsent.some(isOld) ? <p className="px-margin text-soft pb-5">{copy['outbox.old']}</p> : null}
          {reached ? (
            <div className={styles.data}>
              <Button busy={busy} onClick={send}>
                {copy['outbox.send']}
              </Button>
            </div>
          ) : null}
          <ul>
            {written.map((one) => (
              <Waiting key={one.id} unsent={one} />
            ))}
          </ul>
          {wishes > 0 ? <p className={styles.data}>{fillCopy(copy['outbox.wish'], { n: wishes })}</p> : null}
        </>
      )}
    </Screen>
  );
}

function Waiting({ unsent }: { unsent: Unsent }) {
  const { kind, about, at, text, path, refusal } = unsent;
  const [busy, setBusy] = useState(false);
  async function edit(): Promise<void> {
    setBusy(true);
    const isWritten = await writeAgain(unsent);
    setBusy(false);
    if (!isWritten) return showToast(copy['outbox.edit.taken']);
    await dropUnsent(unsent);
    if (kind === 'reply') navigate(path);
    else navigate('/write', { state: { from: path } });
  }
  async function drop(): Promise<void> {
    await dropUnsent(unsent);
    showToast(copy['outbox.dropped']);
  }
  const copyText = (): void =>
    void navigator.clipboard.writeText(text).then(() => showToast(copy['outbox.copied']));
  return (
    <li className={styles.data}>
      <p>
        <b>{kind === 'post' ? copy['outbox.post'] : copy['outbox.reply']}</b>{' '}
        <span className="text-soft text-note">
          <DateTime instant={new Date(at).toISOString()} />
        </span>
        <br />
        {about ? <Link to={path}>{about}</Link> : null}
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      <p className="text-soft text-note">
        {refusal
          ? fillCopy(copy['outbox.refused.why'], {
              reason: describeError(new ApiError({ code: refusal, status: 0 })),
            })
          : copy['outbox.waiting']}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="small" onClick={copyText}>
          {copy['outbox.copy']}
        </Button>
        <Button look="small" busy={busy} onClick={() => void edit()}>
          {copy['outbox.edit']}
        </Button>
        <Button look="small" onClick={() => void drop()}>
          {copy['outbox.drop']}
        </Button>
      </div>
    </li>
  );
}
