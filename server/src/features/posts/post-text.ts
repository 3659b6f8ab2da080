import { normalizeText } from '@madang/contract/text/rules';

/** What a user writes into a post, and edits. */
export interface PostText {
  title: string;
  body: string;
  keywords: readonly string[];
}

/** The text as it is stored: without space around the title and behind the body. */
export function tidyText<Text extends PostText>(text: Text): Text {
  return {
    ...text,
    title: normalizeText(text.title).trim(),
    body: normalizeText(text.body).trimEnd(),
  };
}

/** Whether both are the same, keywords in the same order: a text that is sent again. */
export function isSameText(one: PostText, other: PostText): boolean {
  return one.title === other.title && one.body === other.body && areSameKeywords(one, other);
}

export function areSameKeywords(one: Pick<PostText, 'keywords'>, other: Pick<PostText, 'keywords'>): boolean {
  return one.keywords.join('\n') === other.keywords.join('\n');
}

/** All in which a link may stand; the descriptions of pictures are read to those who do not see them. */
export function linkText(post: {
  title: string;
  body: string;
  pictures?: readonly { description: string }[] | undefined;
}): string {
  return [post.title, post.body, ...(post.pictures ?? []).map(({ description }) => description)].join('\n');
}
