/** Picture of an unfinished text; its bytes are in another store of the device. */
export interface DraftPicture {
  /** Local key: its bytes are stored under it, below the draft's key. */
  key: string;
  /** Id on the server, now or after the upload. */
  id: string;
  /** Whether it is on the server. */
  done: boolean;
  description: string;
  /** Address of a picture that the edited post already has: it has no local bytes. */
  image?: string;
}

export function isPictures(value: unknown): value is readonly DraftPicture[] {
  return (
    Array.isArray(value) &&
    value.every((picture) => {
      if (typeof picture !== 'object' || picture === null) return false;
      const { key, id, description } = picture as Record<string, unknown>;
      return [key, id, description].every((text) => typeof text === 'string');
    })
  );
}
