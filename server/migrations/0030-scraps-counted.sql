-- Scraps are counted like likes: how many, by the minute, never who.
ALTER TABLE analytics_events DROP CONSTRAINT analytics_events_kind_check;
ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_kind_check
  CHECK (kind IN ('screenView', 'signUp', 'login', 'post', 'reply', 'like', 'scrap', 'search', 'unfound', 'person', 'mail', 'error'));
