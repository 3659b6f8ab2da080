import type { PersonDetail } from '@madang/contract/operate/people-schema';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DateTime } from '../../parts/campus/campus-time.tsx';
import { StaffScreen } from '../../parts/staff/staff-screen.tsx';
import { Link } from '../../router/link.tsx';
import { useParams } from '../../router/router.tsx';
import styles from './operate.module.css';
import { personQuery } from './people-queries.ts';
import { PersonRight } from './person-right.tsx';
import { PersonRoles } from './person-roles.tsx';
import { PersonSanctions } from './person-sanctions.tsx';
import { PersonWithdrawal } from './person-withdrawal.tsx';

/** One student: rights, roles, sanctions, and what they wrote last [MO-15]. */
export default function PersonScreen() {
  const { id = '' } = useParams();
  return (
    <StaffScreen title={copy['operate.person']} operator query={personQuery(id)}>
      {(detail) => (
        <>
          <Facts detail={detail} />
          <PersonRight detail={detail} />
          <PersonRoles detail={detail} />
          <PersonSanctions detail={detail} />
          <Written detail={detail} />
          {detail.self ? null : <PersonWithdrawal detail={detail} />}
        </>
      )}
    </StaffScreen>
  );
}

function Facts({ detail: { person, points, posts, replies, sessions } }: { detail: PersonDetail }) {
  const verified = person.emailVerified ? copy['operate.person.verified'] : copy['operate.person.unverified'];
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{person.nickname}</h2>
      <dl className={styles.facts}>
        <dt>{copy['operate.person.email']}</dt>
        <dd>
          {person.maskedEmail} ({verified})
        </dd>
        <dt>{copy['operate.person.signedUp']}</dt>
        <dd>
          <DateTime instant={person.signedUpAt} />
        </dd>
        <dt>{copy['operate.person.counts']}</dt>
        <dd>{fillCopy(copy['operate.person.counts.value'], { posts, replies, points })}</dd>
        <dt>{copy['operate.person.sessions']}</dt>
        <dd>{sessions}</dd>
      </dl>
    </section>
  );
}

function Written({ detail: { written } }: { detail: PersonDetail }) {
  return (
    <section className={styles.section} aria-labelledby="written">
      <h2 id="written" className={styles.heading}>
        {copy['operate.person.written']}
      </h2>
      {written.length === 0 ? <p className={styles.empty}>{copy['operate.person.written.none']}</p> : null}
      <ul className={styles.written}>
        {written.map(({ kind, id, postId, text, hidden, createdAt }) => (
          <li key={id}>
            <span className={styles.note}>
              {kind === 'post' ? copy['operate.person.post'] : copy['operate.person.reply']} ·{' '}
              <DateTime instant={createdAt} />
              {hidden ? ` · ${copy['operate.person.hidden']}` : ''}
            </span>
            {hidden ? <span>{text}</span> : <Link to={`/post/${postId}`}>{text}</Link>}
          </li>
        ))}
      </ul>
    </section>
  );
}
