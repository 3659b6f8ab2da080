import { userInfo } from 'node:os';

/** A name as systems give them; whatever else an environment holds names nobody. */
const NAME = /^[\p{L}\p{N}._@\\-]{1,100}\$?$/u;

/** Who runs a command, as the audit log names them: who became this user by sudo, else the login it runs as. */
export function nameActor(environment: Readonly<Record<string, string | undefined>>): string {
  const { SUDO_USER: sudoUser = '' } = environment;
  return NAME.test(sudoUser) ? sudoUser : loginName();
}

/** A user that the system has no name for, as containers run, is its number. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? ''}`.trim();
  }
}
