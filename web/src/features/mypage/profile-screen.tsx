import { formatCount } from '@madang/contract/text/rules';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId } from 'react';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/lists.tsx';
import { OpenOutside } from '../../components/install-help.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { isInsideApp } from '../../lib/browser.ts';
import { download } from '../../lib/files.ts';
import { useHydrated } from '../../lib/page.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { profileQuery, useUser } from '../session/session.ts';
import styles from './mypage.module.css';
import { VerifiedBadge } from './profile-parts.tsx';

/** Opening it makes the server recheck the writing right [ST-03]. */
export default function ProfileScreen() {
  const known = useUser();
  const { data, error, refetch } = useQuery(profileQuery);
  const me = data ?? known;
  const facts: readonly [label: string, value: ReactNode][] = [
    [copy['profile.email'], me.email],
    [copy['profile.name'], me.name],
    [copy['profile.nickname'], me.nickname],
    [
      useOfficial() ? copy['profile.points.official'] : copy['profile.points'],
      fillCopy(copy['profile.points.value'], { n: formatCount(me.points) }),
    ],
    [copy['profile.verified'], <VerifiedBadge key="verified" verified={me.emailVerified} />],
    [copy['profile.writing'], me.writingRight ? copy['profile.writing.yes'] : copy['profile.writing.no']],
  ];

  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  return (
    <Screen title={copy['profile.heading']} heading="shown">
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt className={`text-faint text-note ${styles.term}`}>{label}</dt>
            <dd className="tabular-nums text-end">{value}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="py-2 band-above">
        <ListRow label={copy['edit.nickname']} to="/mypage/viewprofile/changenickname" />
        <ListRow label={copy['edit.email']} to="/mypage/viewprofile/changeEmail" />
        <ListRow label={copy['edit.password']} to="/mypage/viewprofile/changepassword" />
      </div>
      <OwnData />
      <div className="py-2 band-above">
        <ListRow label={copy['legal.terms']} to="/terms" />
        <ListRow label={copy['legal.privacy']} to="/privacy" />
        <ListRow label={copy['mypage.withdraw']} to="/mypage/cancelmembership" />
      </div>
    </Screen>
  );
}

function OwnData() {
  const note = useId();
  // In-app browsers cannot save a file from a page.
  const inside = useHydrated() && isInsideApp(navigator.userAgent);
  const { busy, onClick } = useAction(async () => {
    await download('GET /api/profile/data');
    showToast(copy['profile.data.done']);
  });
  const mailing = useAction(async () => {
    await call('POST /api/profile/data/mail');
    showToast(copy['outside.data.mailed']);
  });
  return (
    <div className={styles.data}>
      <Button look="plain" busy={busy} aria-describedby={note} onClick={onClick}>
        {busy ? copy['profile.data.busy'] : copy['profile.data']}
      </Button>
      <p id={note} className="text-soft text-note">
        {copy['profile.data.note']}
      </p>
      {inside ? (
        <>
          <p className="text-soft text-note">{copy['outside.data']}</p>
          <OpenOutside />
          <Button look="plain" {...mailing}>
            {copy['outside.data.mail']}
          </Button>
        </>
      ) : null}
    </div>
  );
}
