import { formatBytes, type HealthNote, judgeHealth } from '@madang/contract/admin/rules';
import type { Health } from '@madang/contract/admin/schema';
import { Building2, ChartColumn, Construction, Megaphone, Users } from 'lucide';
import { ListRow } from '../../components/lists.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { StaffScreen } from '../moderation/staff.tsx';
import { healthQuery } from './admin-queries.ts';
import { LaunchReport } from './launch-report.tsx';
import { Fact, Section } from './operate-parts.tsx';
import styles from './operate.module.css';

/** Renders an operator's tasks on a phone, the readiness for opening and the service health. */
export default function OperateScreen() {
  return (
    <StaffScreen title={copy['operate.title']} operator query={healthQuery} wide="columns">
      {(health) => (
        <>
          <nav aria-label={copy['operate.title']}>
            <ListRow icon={Megaphone} label={copy['operate.bulletin']} to="/operate/bulletin" />
            <ListRow icon={Users} label={copy['operate.people']} to="/operate/people" />
            <ListRow icon={Building2} label={copy['operate.campus']} to="/operate/campus" />
            <ListRow icon={Construction} label={copy['operate.tickets']} to="/operate/tickets" />
            <ListRow icon={ChartColumn} label={copy['operate.numbers']} to="/operate/numbers" />
          </nav>
          <LaunchReport />
          <HealthReport health={health} />
        </>
      )}
    </StaffScreen>
  );
}

const notes: Record<HealthNote, string> = {
  mail: copy['operate.health.note.mail'],
  jobs: copy['operate.health.note.jobs'],
  disk: copy['operate.health.note.disk'],
  backup: copy['operate.health.note.backup'],
  errors: copy['operate.health.note.errors'],
};

/** Renders mails, jobs, disk, backup and errors: problems first, with what to do. */
function HealthReport({ health }: { health: Health }) {
  const { mail, jobs, disk, backupAt, errors } = health;
  const wrong = judgeHealth(health, Date.parse(health.at));
  return (
    <Section id="health" title={copy['operate.health']} className={styles.beside}>
      {wrong.length === 0 ? (
        <p className="text-success">{copy['operate.health.well']}</p>
      ) : (
        <ul className={`flex-col gap-2 text-accent rounded ${styles.notes}`}>
          {wrong.map((note) => (
            <li key={note}>{notes[note]}</li>
          ))}
        </ul>
      )}
      <dl className="tabular-nums pt-4">
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
