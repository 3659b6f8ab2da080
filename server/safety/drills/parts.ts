// The parts of `npm run drill:production`: what each needs from the machine, and what it does.
import { findPostgres, findProxies } from '../../../scripts/system-parts.mjs';
import { findContainerTools, runContainer } from './container.ts';
import { findBareMachines, runTwoMachines } from './machines/two-machines.ts';
import type { PartReport } from './part-report.ts';
import { rollBehindNginx } from './roll-behind-nginx.ts';

export type { PartReport };

export interface ProductionPart {
  /** Debian's packages without which it cannot run: what `missing` looks for. */
  packages: readonly string[];
  /** Why it cannot run on this machine, or null. */
  missing: () => string | null;
  /** Works in an empty folder of its own; takes less than five minutes. */
  run: (folder: string, print: (line: string) => void) => Promise<PartReport>;
}

export const productionParts: Readonly<Record<string, ProductionPart>> = {
  proxy: {
    packages: ['postgresql', 'nginx', 'haproxy', 'openssl'],
    missing: () => (findPostgres() && findProxies() ? null : 'PostgreSQL, nginx or openssl is missing'),
    run: async (folder, print) => {
      const { failed, wrongSums, lost, doubled, steps, ...rest } = await rollBehindNginx(folder, {
        rounds: 3,
        phase: 5_000,
        print,
      });
      print(JSON.stringify(rest));
      return { failed: [...failed, ...wrongSums], lost, doubled, steps };
    },
  },
  machines: {
    packages: ['debootstrap', 'systemd-container', 'iproute2', 'util-linux'],
    missing: () =>
      findBareMachines() ? null : 'it must be root, with debootstrap, systemd-nspawn, ip and nsenter',
    run: runTwoMachines,
  },
  container: {
    packages: ['podman', 'podman-compose', 'buildah', 'crun', 'debootstrap', 'postgresql'],
    missing: () =>
      findContainerTools() && findPostgres()
        ? null
        : 'it must be root, with podman, podman-compose, buildah, crun, debootstrap and PostgreSQL',
    run: runContainer,
  },
};
