-- What search reads of a post: one text, normalised by the server (contract/src/search/rules.ts), in a table of its own, so
-- that a like touches nothing of it. Board and time are the post's and never change: lists are read in their order.
CREATE TABLE post_texts (
  post_id uuid CONSTRAINT post_texts_pkey PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  building_id text NOT NULL,
  created_at timestamptz NOT NULL,
  text text COLLATE "C" NOT NULL
);
CREATE INDEX post_texts_recent ON post_texts (created_at, post_id);
CREATE INDEX post_texts_board ON post_texts (building_id, created_at, post_id);

-- Every two letters that stand together, white space left out. The line end that a text begins with makes a piece with the
-- first letter of the title. The cost keeps the planner from calling it for row after row.
CREATE FUNCTION search_pieces(content text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
  AS $$SELECT coalesce(array_agg(one || other), '{}')
         FROM unnest(string_to_array(content, NULL), (string_to_array(content, NULL))[2:]) AS letters (one, other)
        WHERE one NOT IN (' ', E'\t') AND other NOT IN (' ', E'\t')$$;

-- New pieces wait in a list until there are 256 kB of them: a post's two or three hundred places in the index are cheaper
-- together with those of others, and a search reads so short a list in no time.
CREATE INDEX post_texts_pieces ON post_texts USING gin (search_pieces(text))
  WITH (fastupdate = on, gin_pending_list_limit = 256);

-- No text outlives the one that it was made of, whoever writes: a server of the version before, which knows nothing of this
-- table, or the purge. What is missing afterwards, as in posts from before, is filled in by a job.
CREATE FUNCTION forget_post_text() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN DELETE FROM post_texts WHERE post_id = NEW.id; RETURN NULL; END$$;
CREATE TRIGGER posts_forget_text AFTER UPDATE OF title, body ON posts
  FOR EACH ROW WHEN ((OLD.title, OLD.body) IS DISTINCT FROM (NEW.title, NEW.body))
  EXECUTE FUNCTION forget_post_text();
