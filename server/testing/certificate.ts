import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Writes a self-signed `key.pem` and `fullchain.pem` for these names into a folder, valid for some days. */
export function makeCertificate(
  folder: string,
  name: string,
  days = 2,
  others: readonly string[] = [],
): void {
  const names = [name, ...others].map((one) => `DNS:${one}`).join(',');
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=${name}
    -addext subjectAltName=${names} -keyout ${join(folder, 'key.pem')} -out ${join(folder, 'fullchain.pem')}`;
  execFileSync('openssl', words.split(/\s+/), { stdio: 'pipe' });
}
