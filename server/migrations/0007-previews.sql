-- Lists show the first paragraph of a post on one line, at most 160 characters [SC-17]. It is worked out when
-- a post is written, by whichever version of the server writes it, so that a list of thirty posts need not
-- read thirty bodies. The white space is ECMAScript's, as in the contract's `firstParagraph`.
CREATE FUNCTION first_paragraph(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT CASE WHEN char_length(line) <= 160 THEN line ELSE left(line, 159) || '…' END
    FROM (SELECT btrim(regexp_replace(regexp_replace(regexp_replace(body,
            '^[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ''),
            '\n[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*\n.*$', ''),
            '[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' ') AS line) paragraph
);

ALTER TABLE posts ADD COLUMN preview text NOT NULL GENERATED ALWAYS AS (first_paragraph(body)) STORED;
