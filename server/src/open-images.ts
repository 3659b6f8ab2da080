import { join } from 'node:path';
import { ConfigError, type Config } from './config.ts';
import { ImageStoreError, openFolderStore, type ImageStore } from './platform/images/image-store.ts';
import { S3Store } from './platform/images/s3-store.ts';
import type { Logger } from './platform/log/log.ts';

type Where = Pick<Config, 'dataFolder' | 's3'>;

/** Where pictures lie: in the S3 store of the configuration, else in the data folder. */
export function openImages(config: Where): ImageStore {
  return config.s3 ? new S3Store(config.s3) : openImageFolder(config);
}

/** The pictures of the data folder, whether they are served from there or not. */
export function openImageFolder({ dataFolder }: Pick<Config, 'dataFolder'>): ImageStore {
  return openFolderStore(join(dataFolder, 'images'));
}

/** Whether pictures lie in the data folder where nobody looks for them. */
export async function hasForgottenImages(config: Where): Promise<boolean> {
  if (!config.s3) return false;
  for await (const key of openImageFolder(config).list()) if (key) return true;
  return false;
}

/**
 * Looks at the store before anything is served: what is wrong with its settings ends the start; a store that is out of
 * reach for now does not, because all but pictures can be had without it.
 *
 * @throws {ConfigError} naming what the store does not take.
 */
export async function requireImages(config: Where, log: Logger): Promise<void> {
  if (!config.s3) return;
  if (await hasForgottenImages(config))
    log.warn('pictures are left in DATA_DIR/images, which nobody is shown: operator images move store');
  try {
    await new S3Store(config.s3).examine();
  } catch (error) {
    if (!(error instanceof ImageStoreError)) throw error;
    if (error.kind === 'settings') throw new ConfigError(`S3_URL: ${error.message}`);
    log.error({ error: error.message }, 'pictures cannot be had until their store answers');
  }
}
