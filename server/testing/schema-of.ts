import type { Database } from '../src/database/database.ts';

/** Returns columns, indexes and constraints from the catalog. */
export const schemaOf = async (database: Database) => ({
  columns: await database.rows(
    `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY table_name, column_name`,
  ),
  indexes: await database.rows(
    `SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`,
  ),
  constraints: await database.rows(
    `SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace ORDER BY conrelid::regclass::text, conname`,
  ),
});
