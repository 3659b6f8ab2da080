import type { Command } from 'commander';
import { emailProblem, normalizeEmail } from '@madang/contract/accounts/rules';
import { siteOf } from '../../config.ts';
import { openMailer } from '../../open-mailer.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';
import { confirmTestMail, mailRoute, sendTestMail } from '../test-mail.ts';

/** `mail test` and `mail received`: whether what the server sends arrives. */
export function addMailCommands(program: Command, run: Run): void {
  const mail = program.command('mail').description('whether mails arrive, before students wait for them');
  mail
    .command('test')
    .description('sends one mail with a code to an address of yours, the way all mails go')
    .argument('<address>', 'best one of the university, where the students’ are')
    .addHelpText('after', '\nExample:\n  operator mail test council@korea.ac.kr')
    .action((address: string) =>
      run(async ({ config, campus, database, actor }, terminal) => {
        const route = mailRoute(config, campus);
        if (!route)
          throw new OperatorError('SMTP_URL is not set: mails go into the built-in mailbox and to nobody');
        if (emailProblem(address)) throw new OperatorError(`${address} is no e-mail address`);
        const { mailer } = openMailer(config, campus, siteOf(config));
        const product = campus.settings.product.name;
        try {
          await sendTestMail(database, mailer, { to: normalizeEmail(address), route, actor, product });
        } catch (error) {
          const reason = (error as Error).message.replaceAll(/\s+/g, ' ').trim();
          throw new OperatorError(`${route}: ${reason}`);
        } finally {
          mailer.close();
        }
        terminal.line(
          `the mail server took it; when it has arrived: operator mail received CODE, as it says`,
        );
      }),
    );
  mail
    .command('received')
    .description('notes that a test mail has arrived')
    .argument('<code>', 'the code in the mail')
    .addHelpText('after', '\nExample:\n  operator mail received 3f9c01ab')
    .action((code: string) =>
      run(async ({ database, actor }, terminal) => {
        const route = await confirmTestMail(database, code.trim(), actor);
        if (route === null) throw new OperatorError(`no test mail has the code ${code}`);
        terminal.line(`mails arrive from ${route}`);
      }),
    );
}
