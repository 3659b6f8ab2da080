-- What an event's image is known by: home's slide has an address of its own for each image, which never changes. Empty until
-- the server has looked at the image.
ALTER TABLE events ADD COLUMN image_mark text;
