/** Decisions, "Boards and posts": what may be attached. */
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 25_000_000;
/** Longest side of the two stored pictures, in pixels: list thumbnail and detail. */
export const IMAGE_WIDTHS = { small: 320, large: 1080 } as const;
/** The types a browser's file picker should offer; the server looks at the bytes, not at this. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic'] as const;
