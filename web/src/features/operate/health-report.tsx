import { formatBytes, type HealthNote, judgeHealth } from '@madang/contract/operate/rules';
import type { Health } from '@madang/contract/operate/schema';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DateTime } from '../../parts/campus/campus-time.tsx';
import styles from './operate.module.css';

const notes: Record<HealthNote, string> = {
  mail: copy['operate.health.note.mail'],
  jobs: copy['operate.health.note.jobs'],
  disk: copy['operate.health.note.disk'],
  backup: copy['operate.health.note.backup'],
  errors: copy['operate.health.note.errors'],
};

/** Mails, work, disk, backup and errors: what is not well first, in words that say what to do. */
export function HealthReport({ health }: { health: Health }) {
  const { mail, jobs, disk, backupAt, errors } = health;
  const wrong = judgeHealth(health, Date.parse(health.at));
  return (
    <section className={styles.section} aria-labelledby="health">
      <h2 id="health" className={styles.heading}>
        {copy['operate.health']}
      </h2>
      {wrong.length === 0 ? (
        <p className={styles.well}>{copy['operate.health.well']}</p>
      ) : (
        <ul className={styles.notes}>
          {wrong.map((note) => (
            <li key={note}>{notes[note]}</li>
          ))}
        </ul>
      )}
      <dl className={styles.facts}>
        <dt>{copy['operate.health.mail']}</dt>
        <dd>{fillCopy(copy['operate.health.mail.value'], { n: mail.waiting, failed: mail.delayed })}</dd>
        <dt>{copy['operate.health.jobs']}</dt>
        <dd>
          {jobs.length === 0
            ? copy['operate.health.none']
            : jobs.map(({ kind, delayed, givenUp }) => `${kind} ${delayed + givenUp}`).join(', ')}
        </dd>
        <dt>{copy['operate.health.disk']}</dt>
        <dd>
          {disk
            ? fillCopy(copy['operate.health.disk.value'], {
                free: formatBytes(disk.free),
                all: formatBytes(disk.all),
              })
            : copy['operate.health.unknown']}
        </dd>
        <dt>{copy['operate.health.backup']}</dt>
        <dd>{backupAt ? <DateTime instant={backupAt} /> : copy['operate.health.never']}</dd>
        <dt>{copy['operate.health.errors']}</dt>
        <dd>{fillCopy(copy['operate.health.errors.value'], { n: errors })}</dd>
      </dl>
    </section>
  );
}
