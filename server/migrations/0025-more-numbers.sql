-- People a day, mails and faults are counted like posts: how many, by the minute, never who.
ALTER TABLE analytics_events DROP CONSTRAINT analytics_events_kind_check;
ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_kind_check
  CHECK (kind IN ('screenView', 'signUp', 'login', 'post', 'reply', 'like', 'search', 'unfound', 'person', 'mail', 'error'));

-- The last day of the campus on which a student was here: each is counted once a day, whatever device or process.
ALTER TABLE users ADD COLUMN seen_on date;
