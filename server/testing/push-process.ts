// A process that sends the pushes of a database, to be killed. It sends to a push service of the test, which it finds by the
// environment; the program itself has no such way.
import { PUSH_SERVICES } from '@madang/contract/notifications/push-rules';
import { PushSender } from '../src/features/notifications/index.ts';
import { openPostgres } from '../src/platform/database/postgres.ts';
import { createLog } from '../src/platform/log/log.ts';
import { readPushKeys } from '../src/platform/push/push-keys.ts';
import { openPushTransport } from '../src/platform/push/push-transport.ts';

const { DATABASE_URL: url = '', KEYS = '', CA: ca = '', SERVICE_PORT = '' } = process.env;
const log = createLog('silent');
const database = openPostgres(url, log);
const keys = await readPushKeys(KEYS);
if (!keys) throw new Error('no keys');
const transport = openPushTransport(
  (_, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  { port: Number(SERVICE_PORT), ca },
);
const sender = new PushSender(
  {
    database,
    log,
    counter: { addLines() {} },
    timeZone: 'Asia/Seoul',
    origin: 'https://madang.example',
    secret: Buffer.alloc(32, 1),
  },
  { keys, services: PUSH_SERVICES, transport },
);
sender.start();
process.stdout.write('ready at http://localhost/\n');
