import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitStatements } from '../src/database/migrate.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { NEXT_MIGRATION } from './drills/roll-out.ts';

/** Number of the last migration of release 0.1.0. Released migrations never change. */
const RELEASED = 31;

/** Exceptions by the start of the statement, with the reason why the previous version tolerates it. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'ALTER TABLE analytics_events DROP CONSTRAINT analytics_events_kind_check':
    'the next statement allows all that it allowed, and more',
  'ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_kind_check':
    'the kinds that an older server writes are among them; it reads a month of counts once',
  'ALTER TABLE analytics_events DROP CONSTRAINT analytics_events_check':
    'the next statement allows all that it allowed, and more',
  'ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_check':
    'what an older server writes is right by it too; it reads a month of counts once',
  'CREATE INDEX outbox_ticket_id': 'a few mails that wait',
  'CREATE INDEX outbox_office_id': 'the same',
  'CREATE INDEX replies_author_post':
    'who replies waits while it is built: half a second for 400,000 replies',
  'CREATE INDEX replies_author_order': 'the same',
  'CREATE INDEX replies_author_text': 'the same',
  'DROP INDEX replies_author_id': 'the index of the migration before finds the replies of a user too',
  'DROP INDEX replies_author_recent': 'the same; an older server sorts the recent ones',
  'CREATE INDEX posts_answered': 'partial: the questions that have an accepted answer, a few of all',
  'CREATE OR REPLACE FUNCTION recount_inbox_of_block()':
    'as before, and it looks for lines of a kind that an older server leaves out',
  'CREATE FUNCTION wait_for_answer_lines()': 'nobody calls it but the triggers below',
  'CREATE OR REPLACE FUNCTION recount_inbox_of_post()':
    'as before, after a lock that an older server never takes',
  'CREATE OR REPLACE FUNCTION recount_inbox_of_reply()': 'the same',
  'CREATE TRIGGER cases_tell':
    'it adds a row to a new table, and only where a case that hides something changes',
  'ALTER TABLE case_events DROP CONSTRAINT case_events_kind_check':
    'the next statement allows all that it allowed, and more',
  'ALTER TABLE case_events ADD CONSTRAINT case_events_kind_check': 'it looks at no row that is there',
  'ALTER TABLE inbox_lines DROP CONSTRAINT inbox_lines_kind_check':
    'the next statement allows all that it allowed, and more',
  'ALTER TABLE inbox_lines ADD CONSTRAINT inbox_lines_kind_check':
    'it looks at no row that is there, and an older server leaves out lines of kinds that it does not know',
  'ALTER TABLE inbox_lines ALTER COLUMN post_id':
    'an older server joins the post, and such lines are of kinds that it leaves out',
  'CREATE OR REPLACE FUNCTION count_inbox_things(line inbox_lines)':
    'it counts what it counted, and one kind more',
  'CREATE FUNCTION notify_of_case(person uuid,': 'nobody calls it but the triggers below',
  'CREATE OR REPLACE FUNCTION tell_case()':
    'it makes the lines that it made, and others that an older server leaves out',
  'DROP TRIGGER cases_tell': 'the next statement brings it back',
  'CREATE FUNCTION tell_sanction()': 'nobody calls it but the trigger below',
  'CREATE TRIGGER sanctions_tell': 'it adds a row, where somebody is given a sanction',
  'CREATE INDEX bulletin_entries_shown': 'a few hundred rows, which operators alone write',
  'CREATE INDEX bulletin_entries_told': 'the same',
  'CREATE FUNCTION copy_to_bulletin_entries()': 'nobody calls it but the triggers below',
  'CREATE TRIGGER events_copy': 'it writes the row of another table that an older server reads as its plan',
  'CREATE TRIGGER notices_copy': 'the same',
  'CREATE FUNCTION copy_from_bulletin_entries()': 'nobody calls it but the trigger below',
  'CREATE CONSTRAINT TRIGGER bulletin_entries_copy':
    'it works at the commit, and finds nothing to change after what an older server writes',
  'CREATE FUNCTION fill_bulletin_entries()': 'nobody calls it but the next statement and a restore',
  'SELECT fill_bulletin_entries()':
    'it writes rows that an older server reads as plans of what is shown, which they are; a few hundred',
  'CREATE FUNCTION push_inbox_line()': 'nobody calls it but the trigger below',
  'CREATE TRIGGER inbox_lines_push':
    'it adds a row to a new table, and only for students who have a device by a newer server',
  'CREATE FUNCTION push_notice()': 'nobody calls it but the trigger below',
  'CREATE TRIGGER bulletin_entries_push':
    'it adds a job that an older server leaves to a newer one, and only where there are devices',
  'ALTER TABLE uploads ADD CONSTRAINT uploads_voice_fkey':
    'its column is new: one scan that finds nothing, and an older server leaves it empty',
  'CREATE INDEX uploads_voice': 'partial, and the column is new: one scan that finds nothing',
  'ALTER TABLE place_voices DROP CONSTRAINT':
    'it only allows more: rows of a building that was removed, which are over after 45 minutes',
  'ALTER TABLE voice_tallies DROP CONSTRAINT': 'the same, until the day is over',
};

const NEW_TABLE = /^CREATE (?:UNLOGGED )?TABLE (\w+)/;
const NEW_INDEX = /^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)/;
const NEW_COLUMN = /^ALTER TABLE \w+ ADD COLUMN (?!.*\b(?:ADD|ALTER|DROP|RENAME)\b)(.*)$/s;

const withoutComments = (statement: string) => statement.replaceAll(/^\s*--.*$/gm, '').trim();

/** Returns why the previous version might not tolerate the statement, or null. */
function objectionTo(statement: string, newTables: ReadonlySet<string>): string | null {
  const text = withoutComments(statement);
  if (/\bREFERENCES\b/.test(text) && !isFreeToDelete(text))
    return 'its rows keep an older server from deleting what they refer to: ON DELETE CASCADE or SET NULL';
  if (NEW_TABLE.test(text)) return null;
  const [, indexed] = NEW_INDEX.exec(text) ?? [];
  if (indexed !== undefined)
    return newTables.has(indexed) ? null : 'nobody can write while it is built, or against what it forbids';
  const [, column] = NEW_COLUMN.exec(text) ?? [];
  if (column === undefined) return 'it does something else than adding a table, an index or a column';
  if (/\bNOT NULL\b/.test(column) && !/\bDEFAULT\b/.test(column)) return 'an older server writes no value';
  if (/\b(?:UNIQUE|PRIMARY KEY|CHECK|GENERATED)\b/.test(column))
    return 'an older server does not know the rule';
  if (/\b(?:gen_random_uuid|random|clock_timestamp|nextval)\b|\bserial\b/i.test(column))
    return 'every row is written again while nobody can read';
  return null;
}

const isFreeToDelete = (text: string) =>
  (text.match(/\bREFERENCES\b/g) ?? []).length ===
  (text.match(/\bON DELETE (?:CASCADE|SET NULL)\b/g) ?? []).length;

function objectionsTo(sql: string): string[] {
  const statements = splitStatements(sql);
  const newTables = new Set(statements.flatMap((statement) => NEW_TABLE.exec(statement)?.[1] ?? []));
  return statements.flatMap((statement) => {
    const objection = objectionTo(statement, newTables);
    return objection === null ? [] : [`${statement.replaceAll(/\s+/g, ' ')} -- ${objection}`];
  });
}

test('[SF-32] migrations: only add what an older server supports, or state a reason', async () => {
  const folder = join(serverFolder(), 'migrations');
  const later = (await readdir(folder)).filter((file) => Number(file.slice(0, 4)) > RELEASED);
  expect(later.length).toBeGreaterThan(4);
  const objections: string[] = [];
  for (const file of later) objections.push(...objectionsTo(await readFile(join(folder, file), 'utf8')));
  const excused = Object.keys(EXCEPTIONS);
  const excuseOf = (objection: string) => excused.find((beginning) => objection.startsWith(`${beginning} `));
  expect(objections.filter((objection) => excuseOf(objection) === undefined)).toEqual([]);
  // A statement in two migrations has one exception.
  expect([...new Set(objections.map(excuseOf))].sort()).toEqual(excused.sort());
  expect(objectionsTo(NEXT_MIGRATION)).toEqual([]);
});

test('[SF-32] migrations: what drops an index does nothing else: with a lock on writes it would be a deadlock', async () => {
  const folder = join(serverFolder(), 'migrations');
  const dropsIndex = (statement: string) => withoutComments(statement).startsWith('DROP INDEX');
  const mixed: string[] = [];
  for (const file of await readdir(folder)) {
    const statements = splitStatements(await readFile(join(folder, file), 'utf8'));
    if (statements.some(dropsIndex) && !statements.every(dropsIndex)) mixed.push(file);
  }
  expect(mixed).toEqual([]);
});

test.each([
  'DROP TABLE likes',
  'ALTER TABLE posts DROP COLUMN body',
  'ALTER TABLE posts RENAME COLUMN body TO text',
  'ALTER TABLE posts RENAME TO articles',
  'ALTER TABLE posts ALTER COLUMN like_count TYPE bigint',
  'ALTER TABLE posts ALTER COLUMN image_path SET NOT NULL',
  'ALTER TABLE posts ADD COLUMN mood text NOT NULL',
  'ALTER TABLE posts ADD COLUMN mood text UNIQUE',
  "ALTER TABLE posts ADD COLUMN mood text CHECK (mood <> '')",
  'ALTER TABLE posts ADD COLUMN mood text, DROP COLUMN body',
  'ALTER TABLE posts ADD COLUMN mood uuid NOT NULL DEFAULT gen_random_uuid()',
  'ALTER TABLE posts ADD CONSTRAINT short CHECK (length(title) < 9)',
  'CREATE UNIQUE INDEX posts_title ON posts (title)',
  'CREATE INDEX posts_title ON posts (title)',
  'CREATE TABLE moods (user_id uuid REFERENCES users (id))',
  'UPDATE posts SET like_count = 0',
  'CREATE TRIGGER guard BEFORE INSERT ON posts EXECUTE FUNCTION guard()',
])('[SF-32] older server would fail on: %s', (statement) => {
  expect(objectionsTo(`${statement};\n`)).toHaveLength(1);
});
