// Process that mails offices, to be killed between the mail server's acceptance and its record.
// Prints `begun` before it waits to be killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadCampus } from '@madang/campus/load-campus';
import { composeOfficeMail } from '../src/features/tickets/index.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { InstallationKeys } from '../src/lib/installation-keys.ts';
import { createLog } from '../src/log/log.ts';
import { openSmtp } from '../src/mail/mailer.ts';
import { MailQueue } from '../src/mail/mail-queue.ts';
import { campusFolder } from './folders.ts';

const { DATABASE_URL: url = '', SMTP_URL: smtp = '' } = process.env;
const log = createLog('warn');
const database = openPostgres(url, log);
const mailer = openSmtp(smtp, 'madang@example.com', 'localhost');
const compose = composeOfficeMail(await loadCampus(campusFolder), 'http://localhost', new InstallationKeys());
const doomed = {
  ...mailer,
  async send(mail: Parameters<typeof mailer.send>[0]) {
    await mailer.send(mail);
    process.stdout.write('begun\n');
    await sleep(3_600_000);
  },
};
new MailQueue(database, doomed, compose, log).start();
process.stdout.write('ready at http://localhost/\n');
