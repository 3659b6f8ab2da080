import { formatBytes, type HealthNote, judgeHealth } from '@madang/contract/admin/rules';
import type { Health } from '@madang/contract/admin/schema';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { Fact } from './fact.tsx';
import styles from './operate.module.css';
import { Section } from './section.tsx';

const notes: Record<HealthNote, string> = {
  mail: copy['operate.health.note.mail'],
  jobs: copy['operate.health.note.jobs'],
  disk: copy['operate.health.note.disk'],
  backup: copy['operate.health.note.backup'],
  errors: copy['operate.health.note.errors'],
};

/** Renders mails, jobs, disk, backup and errors: problems first, with what to do. */
export function HealthReport({ health }: { health: Health }) {
  const { mail, jobs, disk, backupAt, errors } = health;
  const wrong = judgeHealth(health, Date.parse(health.at));
  return (
    <Section id="health" title={copy['operate.health']}>
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
        <Fact label={copy['operate.health.mail']}>
          {fillCopy(copy['operate.health.mail.value'], { n: mail.waiting, failed: mail.delayed })}
        </Fact>
        <Fact label={copy['operate.health.jobs']}>
          {jobs.length === 0
            ? copy['operate.health.none']
            : jobs.map(({ kind, delayed, givenUp }) => `${kind} ${delayed + givenUp}`).join(', ')}
        </Fact>
        <Fact label={copy['operate.health.disk']}>
          {disk
            ? fillCopy(copy['operate.health.disk.value'], {
                free: formatBytes(disk.free),
                all: formatBytes(disk.all),
              })
            : copy['operate.health.unknown']}
        </Fact>
        <Fact label={copy['operate.health.backup']}>
          {backupAt ? <DateTime instant={backupAt} /> : copy['operate.health.never']}
        </Fact>
        <Fact label={copy['operate.health.errors']}>
          {fillCopy(copy['operate.health.errors.value'], { n: errors })}
        </Fact>
      </dl>
    </Section>
  );
}
