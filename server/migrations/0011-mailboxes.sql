-- Who has a mailbox is asked by what stands before the `+` of an address: see accounts/mailbox.ts, which says it alike.
CREATE INDEX accounts_mailbox ON accounts (regexp_replace(email, '^([^+@]+)[+][^@]*@', '\1@'));
CREATE INDEX accounts_fallback_mailbox ON accounts (regexp_replace(fallback_email, '^([^+@]+)[+][^@]*@', '\1@'))
  WHERE fallback_email IS NOT NULL;
CREATE INDEX tokens_verified_mailbox ON tokens (regexp_replace(email, '^([^+@]+)[+][^@]*@', '\1@'))
  WHERE verified_at IS NOT NULL;
