import type { LaunchCause, LaunchPart, LaunchState } from '@madang/contract/admin/rules';
import type { Launch } from '@madang/contract/admin/schema';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide';
import { ButtonLink, Icon } from '../../components/button.tsx';
import { Skeleton } from '../../components/states.tsx';
import { copy } from '../../copy.ko.ts';
import { Failure } from '../campus/failure.tsx';
import { launchQuery } from './admin-queries.ts';
import { Section } from './operate-parts.tsx';
import styles from './operate.module.css';

type Part = Launch['parts'][number];

/** Renders what is missing before the opening, each with its remedy; collapsed once all is done. */
export function LaunchReport() {
  const { data, error, refetch } = useQuery(launchQuery);
  return (
    <Section id="launch" title={copy['operate.launch']}>
      {data ? (
        <Parts parts={data} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Skeleton width="100%" height="240px" />
      )}
    </Section>
  );
}

function Parts({ parts }: { parts: readonly Part[] }) {
  const open = parts.filter(({ state }) => state !== 'ok');
  const list = (
    <ul className={styles.written}>
      {[...open, ...parts.filter(({ state }) => state === 'ok')].map((part) => (
        <Row key={part.part} {...part} />
      ))}
    </ul>
  );
  if (open.length > 0)
    return (
      <>
        <p className={styles.note}>{copy['operate.launch.lead']}</p>
        {list}
      </>
    );
  return (
    <details>
      <summary className={styles.summary}>{copy['operate.launch.ready']}</summary>
      {list}
    </details>
  );
}

function Row({ part, state, cause }: Part) {
  const { title, todo, to, label } = remedies[part];
  if (state === 'ok')
    return (
      <li>
        <span className={`row gap-2 ${styles.done}`}>
          <Icon of={Check} size={18} />
          {title} · {states[state]}
        </span>
      </li>
    );
  return (
    <li>
      <span>
        <b>{title}</b> <span className={styles.note}>{states[state]}</span>
      </span>
      <span>{cause ? causes[cause] : todo}</span>
      {to && cause !== 'demo' ? (
        <ButtonLink look="plain" to={to}>
          {label}
        </ButtonLink>
      ) : null}
    </li>
  );
}

const states: Record<LaunchState, string> = {
  ok: copy['operate.launch.ok'],
  warn: copy['operate.launch.warn'],
  fail: copy['operate.launch.fail'],
};

const causes: Record<LaunchCause, string> = {
  unchecked: copy['operate.launch.unchecked'],
  local: copy['operate.launch.name.local'],
  noSmtp: copy['operate.launch.testMail.noSmtp'],
  refused: copy['operate.launch.offices.refused'],
  silent: copy['operate.launch.offices.silent'],
  demo: copy['operate.launch.posts.demo'],
};

interface Remedy {
  title: string;
  todo: string;
  /** Screen of the remedy and the text of its link; without it, only the server's machine has one. */
  to?: string;
  label?: string;
}

const remedies: Record<LaunchPart, Remedy> = {
  name: { title: copy['operate.launch.name'], todo: copy['operate.launch.name.todo'] },
  certificate: { title: copy['operate.launch.certificate'], todo: copy['operate.launch.certificate.todo'] },
  server: { title: copy['operate.launch.server'], todo: copy['operate.launch.server.todo'] },
  proxies: { title: copy['operate.launch.proxies'], todo: copy['operate.launch.proxies.todo'] },
  contacts: { title: copy['operate.launch.contacts'], todo: copy['operate.launch.contacts.todo'] },
  texts: {
    title: copy['operate.launch.texts'],
    todo: copy['operate.launch.texts.todo'],
    to: '/operate/campus?part=texts',
    label: copy['operate.launch.texts.to'],
  },
  'time zone': { title: copy['operate.launch.timeZone'], todo: copy['operate.launch.timeZone.todo'] },
  'test mail': { title: copy['operate.launch.testMail'], todo: copy['operate.launch.testMail.todo'] },
  operator: {
    title: copy['operate.launch.operator'],
    todo: copy['operate.launch.operator.todo'],
    to: '/operate/people',
    label: copy['operate.launch.operator.to'],
  },
  backup: { title: copy['operate.launch.backup'], todo: copy['operate.launch.backup.todo'] },
  'backup trial': { title: copy['operate.launch.trial'], todo: copy['operate.launch.trial.todo'] },
  notices: {
    title: copy['operate.launch.notices'],
    todo: copy['operate.launch.notices.todo'],
    to: '/operate/bulletin/notice/new',
    label: copy['operate.launch.notices.to'],
  },
  amenities: {
    title: copy['operate.launch.amenities'],
    todo: copy['operate.launch.amenities.todo'],
    to: '/operate/campus?part=amenities',
    label: copy['operate.launch.amenities.to'],
  },
  codes: {
    title: copy['operate.launch.codes'],
    todo: copy['operate.launch.codes.todo'],
    to: '/operate/campus?part=codes',
    label: copy['operate.launch.codes.to'],
  },
  meals: {
    title: copy['operate.launch.meals'],
    todo: copy['operate.launch.meals.todo'],
    to: '/operate/campus?part=meals',
    label: copy['operate.launch.meals.to'],
  },
  offices: {
    title: copy['operate.launch.offices'],
    todo: copy['operate.launch.offices.todo'],
    to: '/operate/tickets',
    label: copy['operate.launch.offices.to'],
  },
  posts: {
    title: copy['operate.launch.posts'],
    todo: copy['operate.launch.posts.todo'],
    to: '/building',
    label: copy['operate.launch.posts.to'],
  },
};
