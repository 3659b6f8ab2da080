import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from '../../src/platform/server-folder.ts';

const folder = join(serverFolder(), '..', 'deploy');

/** By how much the alerts are faster in a drill: every `for` and every window is divided by this. */
export const FASTER = 40;
/** Prometheus asks and looks this often, in place of every 15 s. */
const EVERY = '1s';
const SECONDS = { m: 60, h: 3_600 } as const;
/** What waits for so many seconds is divided too; nothing else that is compared is. */
const WAITS = [
  ['max(madang_mails_oldest_seconds)', 600],
  ['max by (kind) (madang_jobs_oldest_due_seconds)', 300],
] as const;

const shorter = (number: string, unit: string) =>
  `${(Number(number) * SECONDS[unit as keyof typeof SECONDS] * 1_000) / FASTER}ms`;

/** A query with its windows divided. */
export function shortenWindows(query: string): string {
  return query.replaceAll(
    /\[(\d+)([mh])\]/g,
    (_, number: string, unit: string) => `[${shorter(number, unit)}]`,
  );
}

/** `deploy/prometheus/rules.yml` with its times divided by {@link FASTER}, and the names of its alerts. */
export function readShorterRules(): { text: string; names: string[] } {
  let text = shortenWindows(readFileSync(join(folder, 'prometheus', 'rules.yml'), 'utf8'));
  text = text.replaceAll(
    /^( +for: )(\d+)([mh])$/gm,
    (_, before: string, number: string, unit: string) => before + shorter(number, unit),
  );
  for (const [what, seconds] of WAITS)
    text = replaceOnce(text, `${what} > ${seconds}\n`, `${what} > ${seconds / FASTER}\n`);
  return { text, names: [...text.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name) };
}

/** `deploy/prometheus/prometheus.yml` with the ports of a drill, asking more often. */
export function readShorterSettings(ports: Record<'metrics' | 'alertmanager' | 'node', number>): string {
  let text = readFileSync(join(folder, 'prometheus', 'prometheus.yml'), 'utf8');
  for (const what of ['scrape_interval', 'evaluation_interval'])
    text = replaceOnce(text, `${what}: 15s`, `${what}: ${EVERY}`);
  text = replaceOnce(text, "'127.0.0.1:9093'", `'127.0.0.1:${ports.alertmanager}'`);
  text = replaceOnce(text, "'127.0.0.1:9100'", `'127.0.0.1:${ports.node}'`);
  return replaceOnce(text, "'127.0.0.1:9464'", `'127.0.0.1:${ports.metrics}'`);
}

/** Every query of the dashboard, by the title of its panel. */
export function readDashboard(): { title: string; query: string }[] {
  const { panels } = JSON.parse(readFileSync(join(folder, 'grafana', 'madang.json'), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, query: expr })));
}

function replaceOnce(text: string, what: string, by: string): string {
  if (text.split(what).length !== 2) throw new Error(`not once in the file: ${what}`);
  return text.replace(what, by);
}
