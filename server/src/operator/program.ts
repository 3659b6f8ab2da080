import { CampusError } from '@madang/campus/table';
import type { ProblemCode } from '@madang/contract/errors';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { DatabaseError } from '../database/database.ts';
import { FolderLockedError } from '../database/folder-lock.ts';
import { NewerDatabaseError, OlderDatabaseError } from '../database/migrate.ts';
import { ImageStoreError } from '../images/image-store.ts';
import { ProblemError } from '../http/problem.ts';
import { addAmenityCommands, addCodeCommands, addMealCommands, addRoomCommands } from './commands/places.ts';
import {
  addAuditCommands,
  addDoctorCommand,
  addImageCommands,
  addJobCommands,
  addKeysCommands,
  addMailCommands,
  addMigrateCommand,
  addPushCommands,
} from './commands/maintenance.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addBuildingCommands, addCampusCommands } from './commands/campus.ts';
import { addBulletinCommands } from './commands/bulletin.ts';
import { addHotCommands, addModerationCommands, addRoleCommands } from './commands/moderation.ts';
import { addStudentCommands } from './commands/student.ts';
import { addStatsCommand } from './commands/stats.ts';
import { addExportCommand, addImportCommand } from './commands/documents.ts';
import { addTicketCommands } from './commands/tickets.ts';
import { deniedError, EXIT, OperatorError, type Terminal } from './terminal.ts';
import type { Run } from './actions.ts';
import type { Opening, Workplace } from './workplace.ts';

export interface ProgramDependencies {
  open: (opening: Opening) => Promise<Workplace>;
  /** Environment of `open`, for the command that runs regardless. */
  environment: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
}

/** Errors that operators can fix, as opposed to bugs. */
const EXPECTED = [
  CampusError,
  OperatorError,
  ConfigError,
  DatabaseError,
  FolderLockedError,
  NewerDatabaseError,
  OlderDatabaseError,
  ProblemError,
  ImageStoreError,
];

const REFUSALS: Partial<Record<ProblemCode, string>> = {
  'resource.missing': 'it no longer exists',
  'role.last': 'this is the last operator: give the role to somebody else first',
};

/**
 * Runs a command line such as `['post', 'hide', id, '--reason', 'spam']`. Returns the exit code: 0 done, 1 failed, 2 wrong
 * usage, 3 partly refused.
 */
export async function runOperator(
  words: readonly string[],
  dependencies: ProgramDependencies,
): Promise<number> {
  const { terminal } = dependencies;
  const run: Run = async (work, opening = { dryRun: false }) => {
    const workplace = await dependencies.open(opening);
    try {
      await work(workplace, terminal);
    } finally {
      await workplace.close();
    }
  };
  try {
    await createProgram(run, dependencies).parseAsync([...words], { from: 'user' });
    return terminal.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (!EXPECTED.some((kind) => error instanceof kind) && !isOfTheSystem(error)) throw error;
    terminal.complain(`operator: ${describe(error as Error)}`);
    return EXIT.failed;
  }
}

function describe(error: Error): string {
  const words = error instanceof ProblemError ? REFUSALS[error.code] : undefined;
  if (words !== undefined) return words;
  return (deniedError(error) ?? error).message;
}

const isOfTheSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** Returns the command with all its subcommands. */
export function createProgram(
  run: Run,
  { environment, terminal }: Omit<ProgramDependencies, 'open'>,
): Command {
  const program = new Command('operator')
    .description('Operates Madang: tasks that students cannot do themselves.')
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => text.trimEnd().split('\n').forEach(terminal.line),
      writeErr: (text) => text.trimEnd().split('\n').forEach(terminal.complain),
    });
  const commands = [
    addBulletinCommands,
    addBuildingCommands,
    addAmenityCommands,
    addRoomCommands,
    addMealCommands,
    addCodeCommands,
    addTicketCommands,
    addHotCommands,
    addModerationCommands,
    addKeysCommands,
    addStudentCommands,
    addRoleCommands,
    addAuditCommands,
    addJobCommands,
    addImageCommands,
    addStatsCommand,
    addImportCommand,
    addExportCommand,
    addBackupCommands,
    addMigrateCommand,
  ];
  for (const add of commands) add(program, run);
  addMailCommands(program, run, terminal);
  addCampusCommands(program, environment, terminal);
  addPushCommands(program, environment, terminal);
  addDoctorCommand(program, environment, terminal);
  return program;
}
