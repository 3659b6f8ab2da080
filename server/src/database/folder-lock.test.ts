import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

test.runIf(process.platform === 'linux')(
  'killed process: holds no folder, even if its parent has not reaped it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'madang-lock-'));
    // The process that replaces `sh` never reaps its children.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      const statOf = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const release = await lockFolder(folder);
      const own = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')) as object;
      await release();
      writeFileSync(join(folder, 'lock'), JSON.stringify({ ...own, pid, startedAt: statOf()[19] }));
      await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${pid}`);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => statOf()[0]).toBe('Z');
      await (
        await lockFolder(folder)
      )();
    } finally {
      parent.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
