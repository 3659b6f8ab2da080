// Process that sends the pushes of a database to a test's push service, to be killed while it sends.
// Prints `looks` before it polls and `begun` before it sends; SIGUSR2 moves its clock by a minute.
import { PUSH_SERVICES } from '@madang/contract/notifications/rules';
import { PushSender } from '../src/features/notifications/index.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { InstallationKeys, type InstallationKey } from '../src/lib/installation-keys.ts';
import { createLog } from '../src/log/log.ts';
import { readPushKeys } from '../src/push/push-keys.ts';
import { openPushTransport } from '../src/push/push-transport.ts';
import { findHere } from './push-service.ts';

const { DATABASE_URL: url = '', KEYS: path = '', CA: ca = '', SERVICE_PORT: port = '' } = process.env;
/** All processes derive topics from the same key. */
const secret = JSON.parse(process.env['INSTALLATION_KEY'] ?? '') as InstallationKey;
const log = createLog('warn');
const database = openPostgres(url, log);
const keys = await readPushKeys(path);
if (!keys) throw new Error(`no keys in ${path}`);
const transport = openPushTransport(findHere, { port: Number(port), ca });
let minutes = 0;
process.on('SIGUSR2', () => (minutes += 1));
// The timer of the sender does not keep the process alive.
setInterval(() => {}, 60_000);
new PushSender(
  {
    database,
    log,
    counter: { addLines() {} },
    timeZone: 'Asia/Seoul',
    origin: 'https://madang.example.com',
    secrets: new InstallationKeys([secret]),
  },
  {
    keys,
    services: PUSH_SERVICES,
    transport: {
      ...transport,
      send(...push) {
        process.stdout.write('begun\n');
        return transport.send(...push);
      },
    },
    clock() {
      process.stdout.write('looks\n');
      return new Date(Date.now() + minutes * 60_000);
    },
  },
).start();
process.stdout.write('ready at http://localhost/\n');
