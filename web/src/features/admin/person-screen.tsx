import type { PersonDetail } from '@madang/contract/admin/people-schema';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { StaffScreen } from '../moderation/staff-screen.tsx';
import { Link, useParams } from '../../lib/router.tsx';
import { Skeleton } from '../../components/states.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { Fact } from './fact.tsx';
import styles from './operate.module.css';
import { Section } from './section.tsx';
import { personQuery } from './people-queries.ts';

/** The forms load while the user reads. */
const acts = lazyModule(() => import('./person-acts.ts'));

/** Renders one student: rights, roles, sanctions and recent writing [MO-15]. */
export default function PersonScreen() {
  const { id = '' } = useParams();
  const late = useModule(acts);
  return (
    <StaffScreen title={copy['operate.person']} operator query={personQuery(id)} wide="columns">
      {(detail) => (
        <>
          <Facts detail={detail} />
          <Written detail={detail} />
          {late ? (
            <>
              <late.PersonRight detail={detail} />
              <late.PersonRoles detail={detail} />
              <late.PersonSanctions detail={detail} />
              {detail.self ? null : <late.PersonWithdrawal detail={detail} />}
            </>
          ) : (
            <Skeleton width="100%" height="240px" />
          )}
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
        <Fact label={copy['operate.person.email']}>
          {person.maskedEmail} ({verified})
        </Fact>
        <Fact label={copy['operate.person.signedUp']}>
          <DateTime instant={person.signedUpAt} />
        </Fact>
        <Fact label={copy['operate.person.counts']}>
          {fillCopy(copy['operate.person.counts.value'], { posts, replies, points })}
        </Fact>
        <Fact label={copy['operate.person.sessions']}>{sessions}</Fact>
      </dl>
    </section>
  );
}

function Written({ detail: { written } }: { detail: PersonDetail }) {
  return (
    <Section id="written" title={copy['operate.person.written']} className={styles.beside}>
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
    </Section>
  );
}
