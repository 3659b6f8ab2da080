import type { Command } from 'commander';
import { examine } from '../doctor.ts';
import { EXIT, type Terminal } from '../terminal.ts';

/**
 * `doctor`: what is well and what is not. It opens every part by itself, since it must also speak when one
 * of them cannot be opened.
 */
export function addDoctorCommand(
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): void {
  program
    .command('doctor')
    .description('looks at configuration, database, mail, images and disk, and says what to do')
    .option(
      '--launch',
      'also whether you may open: the site as browsers find it, contacts, a mail that arrived, an operator, a backup that was tried, a notice, posts',
    )
    .option('--json', 'one JSON object a line')
    .addHelpText('after', '\nExits with 1 when something failed.\n\nExample:\n  operator doctor --launch')
    .action(async (options: { launch?: true; json?: true }) => {
      for await (const finding of examine(environment, { launch: options.launch ?? false })) {
        const { part, state, text, todo } = finding;
        if (state === 'fail') terminal.exitCode = EXIT.failed;
        if (options.json) terminal.json(finding);
        else terminal.line(`${state.padEnd(4)}  ${part.padEnd(13)}  ${text}${todo ? ` → ${todo}` : ''}`);
      }
    });
}
