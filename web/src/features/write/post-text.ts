import type { DraftPicture } from '../pictures/draft-pictures.ts';

export interface PostText {
  title: string;
  body: string;
  keywords: readonly string[];
  pictures: readonly DraftPicture[];
}

/** Whether the value has title, body and keywords. */
export function hasTexts(value: unknown): value is Pick<PostText, 'title' | 'body' | 'keywords'> {
  if (typeof value !== 'object' || value === null) return false;
  const { title, body, keywords } = value as Record<string, unknown>;
  const texts = typeof title === 'string' && typeof body === 'string';
  return texts && Array.isArray(keywords) && keywords.every((keyword) => typeof keyword === 'string');
}

/** Returns the content of a post: equal content is the same post. */
export function contentOf({ title, body, keywords, pictures }: PostText): string {
  return JSON.stringify([title, body, keywords, pictures.map(({ id, description }) => [id, description])]);
}
