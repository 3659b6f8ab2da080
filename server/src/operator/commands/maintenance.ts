import { dirname } from 'node:path';
import { emailProblem, normalizeEmail } from '@madang/contract/accounts/rules';
import { Argument, type Command } from 'commander';
import { readConfig, siteOf } from '../../config.ts';
import { changeKeys, mailRoute, openImageFolder, openMailer } from '../../open.ts';
import { readMigrationState } from '../../database/migrate.ts';
import { findForeign, makeFolder } from '../../lib/folders.ts';
import { S3Store } from '../../images/s3-store.ts';
import { InstallationKeysError, makeKey, readKeysFile } from '../../lib/installation-keys.ts';
import { listTroubledJobs, retryJobs } from '../../jobs/jobs.ts';
import { makePushKeys } from '../../push/push-keys.ts';
import { act, addList, type Run } from '../actions.ts';
import { listAuditEntries, recordAuditEntry } from '../../audit.ts';
import { examine } from '../doctor.ts';
import { moveImages, requireOwnDatabase } from '../move-images.ts';
import { checkMail, SAVED_MAIL_MAX } from '../check-mail.ts';
import { EXIT, OperatorError, readWhole, type Terminal } from '../terminal.ts';
import { confirmTestMail, sendTestMail } from '../test-mail.ts';
import { AS_ITS_OWNER, type Workplace } from '../workplace.ts';

/** Adds `doctor`, which opens and reports each part separately. */
export function addDoctorCommand(
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): void {
  program
    .command('doctor')
    .description('checks configuration, database, mail, images and disk, and prints what to do')
    .option(
      '--launch',
      'also check whether the site may open: address, contacts, a received test mail, an operator, a verified backup, a notice, posts',
    )
    .option('--json', 'one JSON object per line')
    .addHelpText('after', '\nExits with 1 if a check fails.\n\nExample:\n  operator doctor --launch')
    .action(async (options: { launch?: true; json?: true }) => {
      for await (const finding of examine(environment, { launch: options.launch ?? false })) {
        const { part, state, text, todo } = finding;
        if (state === 'fail') terminal.exitCode = EXIT.failed;
        if (options.json) terminal.json(finding);
        else terminal.line(`${state.padEnd(4)}  ${part.padEnd(13)}  ${text}${todo ? ` → ${todo}` : ''}`);
      }
    });
}

/** Adds `jobs`: failed work of the server. */
export function addJobCommands(program: Command, run: Run): void {
  const jobs = program.command('jobs').description('failed jobs of the server');
  addList(jobs, run, {
    about: 'lists the kinds of failed jobs: to be retried, or abandoned',
    columns: { kind: 'kind', 'will be retried': 'delayed', abandoned: 'givenUp' },
    read: ({ database }) => listTroubledJobs(database),
  });
  jobs
    .command('retry')
    .description('retries all failed jobs of a kind now, including abandoned ones')
    .argument('<kind>', 'a kind of `jobs list`')
    .addHelpText('after', '\nExample:\n  operator jobs retry removePictures')
    .action((kind: string) =>
      run(async (workplace, terminal) => {
        const count = await act(workplace, { action: 'jobs retry', target: kind }, async (transaction) => {
          const changed = await retryJobs(transaction, kind);
          if (changed === 0) throw new OperatorError(`no job "${kind}" has failed`);
          return changed;
        });
        terminal.line(`${count} of ${kind} are due now; a running server does them`);
      }),
    );
}

/** Adds `migrate`, the only command that migrates a database. */
export function addMigrateCommand(program: Command, run: Run): void {
  program
    .command('migrate')
    .description(
      'migrates the database to this version, as the start of a server does; older versions cannot start afterwards',
    )
    .addHelpText('after', '\nExample:\n  operator migrate')
    .action(() =>
      run(
        async ({ database }, terminal) =>
          terminal.line(`the database is at migration ${(await readMigrationState(database)).found}`),
        { dryRun: false, migrates: true },
      ),
    );
}

/** Adds `audit list`: actions with actor, time and reason. */
export function addAuditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('the audit log: actor, time, action and reason');
  addList(audit, run, {
    about: 'lists the newest entries, newest first',
    columns: { when: 'at', who: 'actor', what: 'action', to: 'target', why: 'reason' },
    limit: 50,
    read: ({ database }, limit) => listAuditEntries(database, limit),
  });
}

/** Adds `keys`, which sign office links and recognize withdrawn students' mailboxes. */
export function addKeysCommands(program: Command, run: Run): void {
  const keys = program.command('keys').description('keys that sign links and recognize mailboxes');
  keys
    .command('rotate')
    .description(
      'adds a new key to the file INSTALLATION_KEYS; older keys remain valid for existing links and mailboxes',
    )
    .addHelpText(
      'after',
      '\nThen copy the file to every machine and to a safe place, and restart the servers.\n\nExample:\n  operator keys rotate',
    )
    .action(() =>
      run(async (workplace, terminal) => {
        const { config } = workplace;
        const entry = { action: 'keys rotate', target: 'installation' };
        const all = await act(workplace, entry, (transaction) =>
          changeKeys(config, transaction, () => [makeKey()]),
        );
        terminal.line(
          `${all.length} keys are in ${config.keysFile}; servers use the new one from their next start on`,
        );
      }),
    );
  keys
    .command('add')
    .argument('<file>', 'a copy of the file, kept or from another machine')
    .description('adds the keys of a copy to the file INSTALLATION_KEYS')
    .addHelpText('after', '\nExample:\n  operator keys add /backups/installation-keys.json')
    .action((file: string) =>
      run(async (workplace, terminal) => {
        const { config } = workplace;
        const copy = await readCopy(file);
        const entry = { action: 'keys add', target: 'installation' };
        const all = await act(workplace, entry, (transaction) => changeKeys(config, transaction, () => copy));
        terminal.line(
          `${all.length} keys are in ${config.keysFile}; servers use them from their next start on`,
        );
      }),
    );
}

/** @throws {OperatorError} for a file without keys. */
async function readCopy(file: string) {
  const copy = await readKeysFile(file).catch((error: Error) => {
    if (error instanceof InstallationKeysError) throw new OperatorError(error.message);
    throw error;
  });
  if (!copy) throw new OperatorError(`${file} does not exist`);
  return copy;
}

/** Adds `mail test`, `mail received` and `mail check`, which check mail delivery. */
export function addMailCommands(program: Command, run: Run, terminal: Terminal): void {
  const mail = program.command('mail').description('tests of mail delivery');
  mail
    .command('test')
    .description('sends a mail with a code through SMTP_URL')
    .argument('<address>', 'your address, preferably at the university')
    .addHelpText('after', '\nExample:\n  operator mail test council@korea.ac.kr')
    .action((address: string) =>
      run(async ({ config, campus, database, actor }, terminal) => {
        const route = mailRoute(config, campus);
        if (!route)
          throw new OperatorError('SMTP_URL is not set: mails are only stored in the built-in mailbox');
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
    .description('records that a test mail arrived')
    .argument('<code>', 'the code in the mail')
    .addHelpText('after', '\nExample:\n  operator mail received 3f9c01ab')
    .action((code: string) =>
      run(async ({ database, actor }, terminal) => {
        const route = await confirmTestMail(database, code.trim(), actor);
        if (route === null) throw new OperatorError(`no test mail has the code ${code}`);
        terminal.line(`mails arrive from ${route}`);
      }),
    );
  mail
    .command('check')
    .description(
      'reads the headers of a received test mail, and prints what to do about SPF, DKIM, DMARC and TLS',
    )
    .argument('<file>', 'the original of the mail as .eml, at most 1 MB')
    .addHelpText('after', '\nExits with 1 if a check fails.\n\nExample:\n  operator mail check test.eml')
    .action(async (file: string) => {
      for (const { part, state, text, todo } of await checkMail(await readWhole(file, SAVED_MAIL_MAX))) {
        if (state === 'fail') terminal.exitCode = EXIT.failed;
        terminal.line(`${state.padEnd(4)}  ${part.padEnd(11)}  ${text}${todo ? ` → ${todo}` : ''}`);
      }
    });
}

/** Adds `push keys`, which creates the key file that all instances read. */
export function addPushCommands(
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): void {
  program
    .command('push')
    .description('notifications on phones')
    .command('keys')
    .description('creates the keys that sign pushes, once, in the file PUSH_KEYS')
    .addHelpText(
      'after',
      '\nEvery instance needs this file, and subscriptions of browsers depend on it: keep a copy.\n\nExample:\n  operator push keys',
    )
    .action(async () => {
      const { path } = readConfig(environment).pushKeys;
      const foreign = await findForeign(dirname(path));
      if (foreign !== null) throw new OperatorError(`PUSH_KEYS: ${foreign}; ${AS_ITS_OWNER}`);
      await makeFolder(dirname(path));
      await makePushKeys(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        throw new OperatorError(`${path} exists already; with other keys every browser must subscribe again`);
      });
      terminal.line(`The keys are in ${path}; servers push with them from their next start on`);
    });
}

interface MoveOptions {
  clean?: true;
  dryRun?: true;
  json?: true;
}

/** Adds `images`: location of pictures. */
export function addImageCommands(program: Command, run: Run): void {
  program
    .command('images')
    .description('storage of pictures')
    .command('move')
    .description(
      'moves all pictures between DATA_DIR and the store S3_URL while no server runs; resumes an interrupted move',
    )
    .addArgument(new Argument('<to>', 'the target').choices(['store', 'folder']))
    .option('--clean', 'remove unknown pictures from the target')
    .option('--dry-run', 'count only; change nothing')
    .option('--json', 'one JSON object instead of a table')
    .addHelpText('after', '\nExample:\n  S3_URL=… operator images move store --dry-run')
    .action((to: 'store' | 'folder', options: MoveOptions) =>
      run((workplace, terminal) => runMove(workplace, terminal, to, options), {
        dryRun: options.dryRun ?? false,
      }),
    );
}

async function runMove(
  workplace: Workplace,
  terminal: Terminal,
  to: 'store' | 'folder',
  options: MoveOptions,
): Promise<void> {
  const { config, database, actor } = workplace;
  if (!config.s3)
    throw new OperatorError('S3_URL is not set: it names the store to move pictures to or from');
  await requireOwnDatabase(workplace);
  const [store, folder] = [new S3Store(config.s3), openImageFolder(config)];
  const { clean = false, dryRun = false } = options;
  const places = to === 'store' ? { from: folder, to: store } : { from: store, to: folder };
  const moved = await moveImages({ database, ...places, clean, dryRun }, terminal);
  const { pictures, copied, strange, missing } = moved;
  if (!dryRun)
    await recordAuditEntry(database, {
      actor,
      action: 'images move',
      target: to,
      reason: `${pictures} pictures`,
    });
  if (missing.length > 0) terminal.exitCode = EXIT.refused;
  if (options.json) return terminal.json({ to, dryRun, ...moved });
  terminal.table(
    ['what', 'count'],
    [
      ['pictures', pictures],
      [dryRun ? 'to copy' : 'copied', copied],
      ['there already', pictures - copied],
      [dryRun ? 'to remove as strange' : 'removed as strange', strange],
    ],
  );
  for (const key of missing) terminal.line(`in neither place, though a row names it: ${key}`);
  if (dryRun) terminal.line('Nothing was changed.');
  else
    terminal.line(
      `Every picture was compared. Start the server ${to === 'store' ? 'with' : 'without'} S3_URL.`,
    );
}
