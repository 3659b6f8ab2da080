import { randomUUID } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { splitCommands } from '../../safety/drills/machines/page.ts';
import { post, uid, user, writeTree } from '../../testing/documents.ts';
import { campusFolder } from '../../testing/folders.ts';
import { makeFolder } from '../../testing/make-folder.ts';
import { makePicture, makePost, makeUser } from '../../testing/makers.ts';
import { makeStaff } from '../../testing/moderation.ts';
import { operateIn } from '../../testing/operate.ts';
import { Places } from '../../testing/places.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { addressOf } from '../../testing/test-database.ts';
import { listCodes, plantAmenities, plantRooms } from '../features/places/index.ts';
import { openImageFolder } from '../open.ts';
import { findNewestArchive } from './backup/verify.ts';

// The pages restore several backups, slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Beginnings of commands that cannot run here, with the reason. */
const NOT_RUN = {
  'cd deploy && cp .env.example .env': 'needs Docker',
  'docker compose up -d': 'needs Docker',
  'docker compose pull': 'needs Docker',
  'docker compose stop': 'needs Docker',
  'docker compose run --rm app mv': 'needs Docker',
  'docker compose run --rm app ls': 'needs Docker',
  'docker compose exec db': 'needs Docker',
  'npm run package': 'run by `npm run drills machines`',
  'tar -xzf madang-VERSION': 'run by `npm run drills machines`',
  'bash /srv/madang/madang-VERSION': 'run by `npm run drills machines`',
  'systemctl ': 'needs systemd',
  'sed -i ': 'changes the nginx of an installation',
  'nginx -t ': 'needs nginx',
  'S3_URL=': 'a line of .env, no command',
};

/** The operator command in a container or a clone: its words run here. */
const ELSEWHERE = /^(?:docker compose (?:exec|run --rm) app operator|EDITION=official npm run operator --) /;

/** Parts of `doctor --launch` that fail without a public address. */
const NEEDS_ADDRESS = ['name', 'certificate', 'server'];

const folder = makeFolder('how-to');
const [data, backups, files] = [join(folder, 'data'), join(folder, 'backups'), join(folder, 'files')];
for (const made of [data, backups, files]) await mkdir(made);

const images = openImageFolder({ dataFolder: data });
const testApp = await startTestApp({ edition: 'official', floods: false, images });
const smtp: Awaited<ReturnType<typeof startSmtp>> = await startSmtp();
const places: Places = new Places(folder, testApp.campus);
afterAll(async () => {
  await places.close();
  await smtp.close();
});

const campus = join(folder, 'campus');
const environment = {
  CAMPUS: campus,
  DATA_DIR: data,
  DATABASE_URL: await addressOf(testApp.database),
  EDITION: 'official',
  MAIL_FROM: '마당 <no-reply@korea.ac.kr>',
  ORIGIN: 'https://localhost',
  PORT: '0',
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
};
const run = (...words: string[]) => operateIn(environment, testApp, ...words);

const author = await makeUser(testApp);
const kim = await makeUser(testApp, { email: 'kim@korea.ac.kr' });
await makeUser(testApp, { email: 'lee@korea.ac.kr' });
await makeStaff(testApp);
await testApp.database.change(
  `INSERT INTO passkeys (user_id, credential_id, public_key, counter) VALUES ($1, $2, '', 0)`,
  [kim.id, randomUUID()],
);
await makeCampus();
for (let count = 0; count < 20; count += 1) await makePost(author);
await makeFiles();

/** Makes a campus that may open: with its own contacts, and without example rows. */
async function makeCampus(): Promise<void> {
  await cp(campusFolder, campus, { recursive: true });
  const file = join(campus, 'campus.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as object;
  const own = { inquiryUrl: 'https://open.kakao.com/o/council', socialAccount: '@council' };
  await writeFile(file, JSON.stringify({ ...settings, ...own }));
  await plantAmenities(testApp.database, testApp.campus);
  await plantRooms(testApp.database, testApp.campus);
  for (const table of ['amenities', 'opening_hours', 'rooms'])
    await testApp.database.change(`UPDATE ${table} SET source = '답사'`);
}

async function makeFiles(): Promise<void> {
  await writeTree(files, {
    users: { [uid('A')]: user('A') },
    buildings: { 'main-hall': { posts: { p1: post('p1', 'A') } } },
  });
  for (const table of ['rooms', 'timetable', 'holidays'])
    await run(table, 'export', join(files, `${table}.tsv`));
  await writeFile(join(files, 'poster.png'), await makePicture());
  const mail = [
    'Return-Path: <no-reply@korea.ac.kr>',
    'Received: from relay.korea.ac.kr (relay.korea.ac.kr. [203.0.113.5])',
    '        by mx.google.com with ESMTPS id a1 (version=TLS1_3); Mon, 23 Nov 2026 09:00:01 +0900',
    'Authentication-Results: mx.google.com; dkim=pass header.i=@korea.ac.kr;',
    '       spf=pass smtp.mailfrom=no-reply@korea.ac.kr; dmarc=pass header.from=korea.ac.kr',
    'From: <no-reply@korea.ac.kr>',
    '',
    '',
  ];
  await writeFile(join(files, 'test.eml'), mail.join('\r\n'));
}

const find = async (sql: string) => (await testApp.database.first<{ word: string }>(sql))?.word ?? '';

/** Real values of the placeholders, applied in this order. */
const VALUES: [RegExp, () => string | Promise<string>][] = [
  [/(?<=^post hide )POST/, () => makePost(author)],
  [/\bPOST\b/, () => find('SELECT id AS word FROM posts ORDER BY hidden_at DESC NULLS LAST LIMIT 1')],
  [/\bAUTHOR\b/, async () => (await makeUser(testApp)).email],
  [/(?<=^event edit )ID/, () => find(`SELECT id AS word FROM bulletin_entries WHERE kind = 'event'`)],
  [
    /(?<=^mail received )CODE/,
    () => find(`SELECT right(id::text, 8) AS word FROM audit WHERE action = 'mail test'`),
  ],
  [/(?<=^codes replace )CODE/, async () => (await listCodes(testApp.database))[0]?.code ?? ''],
  [/(?<=^keys add )FILE/, copyKeys],
  [/\/var\/backups\/madang\/FILE/, () => findNewestArchive(backups)],
  [/\/var\/backups\/madang\b/g, () => backups],
  [/\/srv\/madang\/campus\b/, () => campus],
  [/\/srv\/madang\/files\b/, () => files],
  [/(?<= )(?=[\w-]+\.(?:eml|html|json|jsonl|png|tsv)(?: |$))/g, () => `${files}/`],
  [/\$\(date \+%F\)/, () => new Date().toISOString().slice(0, 10)],
];

async function copyKeys(): Promise<string> {
  const copy = join(folder, 'keys.json');
  await copyFile(join(data, 'installation-keys.json'), copy);
  return copy;
}

/** Returns the commands of a page's `sh` blocks, without comments. */
async function commandsOf(page: string): Promise<string[]> {
  const text = await readFile(join(campusFolder, '..', 'docs', page), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    splitCommands(block.split('\n')).map((command) => command.replace(/\s+# .*$/, '')),
  );
}

/** Returns the words of an operator command as one text; null for other programs. */
function lineOf(command: string): string | null {
  const line = command.replace(ELSEWHERE, 'operator ');
  return line.startsWith('operator ') ? line.slice('operator '.length) : null;
}

/** Returns the words as the shell splits them, with real values. */
async function wordsOf(line: string): Promise<string[]> {
  let filled = line;
  for (const [placeholder, make] of VALUES)
    if (filled.search(placeholder) >= 0) filled = filled.replace(placeholder, await make());
  return [...filled.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

const pages = ['operating.md', 'first-week.md'];

test.each(pages)('operator commands of docs/%s: succeed in the order of the page', async (page) => {
  for (const command of await commandsOf(page)) {
    const line = lineOf(command);
    if (line === null) continue;
    const words = await wordsOf(line);
    // A restore needs an empty place.
    const place = words[0] === 'restore' ? await places.open() : testApp;
    const { code, output, errors } = await operateIn(environment, place, ...words);
    const failed = [...output.matchAll(/^fail +(\S+(?: \S+)*)/gm)].map(([, part]) => part);
    const launch = line === 'doctor --launch';
    expect({ command, code, errors, failed, output }).toEqual({
      command,
      code: launch ? 1 : 0,
      errors: '',
      failed: launch ? NEEDS_ADDRESS : [],
      output,
    });
  }
});

test('other commands of the pages: listed with a reason, without unused rows', async () => {
  const all = (await Promise.all(pages.map(commandsOf))).flat();
  const others = all.filter((command) => lineOf(command) === null);
  const prefixes = Object.keys(NOT_RUN);
  expect(others.filter((command) => !prefixes.some((prefix) => command.startsWith(prefix)))).toEqual([]);
  expect(prefixes.filter((prefix) => !others.some((command) => command.startsWith(prefix)))).toEqual([]);
});
