import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { profileQuery } from '../session/profile-queries.ts';
import { useUser } from '../session/session.ts';
import { ListRow } from '../../components/lists.tsx';
import styles from './mypage.module.css';
import { OwnData } from './own-data.tsx';
import { VerifiedBadge } from './verified-badge.tsx';

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
      fillCopy(copy['profile.points.value'], { n: me.points.toLocaleString('ko') }),
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
            <dt className={styles.term}>{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <div className={styles.group}>
        <ListRow label={copy['edit.nickname']} to="/mypage/viewprofile/changenickname" />
        <ListRow label={copy['edit.email']} to="/mypage/viewprofile/changeEmail" />
        <ListRow label={copy['edit.password']} to="/mypage/viewprofile/changepassword" />
      </div>
      <OwnData />
      <div className={styles.group}>
        <ListRow label={copy['legal.terms']} to="/terms" />
        <ListRow label={copy['legal.privacy']} to="/privacy" />
        <ListRow label={copy['mypage.withdraw']} to="/mypage/cancelmembership" />
      </div>
    </Screen>
  );
}
