import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import { CampusError } from '@madang/campus/campus-error';
import { loadCampus } from '@madang/campus/load-campus';
import { ConfigError, type Config } from './config.ts';
import { serverFolder } from './platform/server-folder.ts';

/** The campus folder that the configuration names, or the one of this repository. */
export function campusFolderOf({ campusFolder }: Pick<Config, 'campusFolder'>): string {
  return campusFolder ?? join(serverFolder(), '..', 'campus');
}

/**
 * Reads the campus folder, with the legal texts of the edition.
 *
 * @throws {ConfigError} naming CAMPUS, the folder, and the first mistake in it.
 */
export async function openCampus(config: Pick<Config, 'campusFolder' | 'edition'>): Promise<Campus> {
  const folder = campusFolderOf(config);
  try {
    return await loadCampus(folder, config.edition);
  } catch (error) {
    if (!(error instanceof CampusError)) throw error;
    throw new ConfigError(
      `CAMPUS: ${folder}: ${error.message}; correct it, campus/README.md says what the folder holds`,
    );
  }
}
