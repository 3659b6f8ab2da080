/** A picture of a text that is being written; its bytes lie in another store of the device. */
export interface DraftPicture {
  /** What it is known by on this device: its bytes lie under this, below the draft's key. */
  key: string;
  /** The name under which it is, or will be, on the server. */
  id: string;
  /** It is on the server. */
  done: boolean;
  description: string;
  /** Its address, where the post that is edited has it already: it has no bytes here. */
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
