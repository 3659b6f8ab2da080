// A separate chunk: most cases have no request.
import type { CaseDetail } from '@madang/contract/moderation/staff-schema';
import { copy } from '../../copy.ko.ts';
import { DatedText } from '../campus/campus-time.tsx';
import { rightsGroundTexts } from './rights-grounds.ts';
import styles from './moderate.module.css';

/** Renders the requests about a case's target, with requesters where permitted [MO-12]. */
export function CaseRequests({ requests }: Pick<CaseDetail, 'requests'>) {
  return requests.map((request) => <Request key={request.confirmedAt} {...request} />);
}

function Request(request: CaseDetail['requests'][number]) {
  const { ground, reason, state, dueAt, waitsForPeople, complainant } = request;
  const until = state === 'hidden' ? copy['moderate.rights.hidden'] : copy['moderate.rights.until'];
  return (
    <section className={styles.part}>
      <h3>
        {copy['moderate.rights']} · {rightsGroundTexts[ground]}
      </h3>
      {reason === null ? null : <p>{reason}</p>}
      {complainant ? (
        <p>
          {complainant.name} · {complainant.email}
        </p>
      ) : null}
      {waitsForPeople && state === 'waiting' ? (
        <p>{copy['moderate.rights.people']}</p>
      ) : dueAt ? (
        <p>
          <DatedText text={until} instant={dueAt} />
        </p>
      ) : null}
    </section>
  );
}
