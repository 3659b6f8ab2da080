import { createInterface } from 'node:readline/promises';
import { readConfig } from '../config.ts';
import { createLog } from '../log/log.ts';
import { runOperator } from './program.ts';
import { openTerminal } from './terminal.ts';
import { openWorkplace } from './workplace.ts';

// A closed pipe, as from `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

async function ask(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(question);
  asking.close();
  return answer;
}

process.exitCode = await runOperator(process.argv.slice(2), {
  open: async (opening) => {
    const config = readConfig(process.env);
    return openWorkplace(config, createLog('silent'), { ...opening, environment: process.env });
  },
  environment: process.env,
  terminal: openTerminal({
    ...(process.stdin.isTTY && process.stdout.isTTY && { ask }),
    write: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(`${text}\n`),
    screen: process.stderr.isTTY ? process.stderr : null,
  }),
});
