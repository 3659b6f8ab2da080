import type { EraseStudent } from './features/accounts/index.ts';
import { erasePostsOf } from './features/posts/index.ts';
import { eraseRepliesOf } from './features/replies/index.ts';

/**
 * How the features above accounts let go of a student, in this order: handed down to the withdrawal, whether
 * the student or the operator asks for it. Pictures are only noted; `removeNotedPictures` takes them.
 */
export const eraseStudent: readonly EraseStudent[] = [eraseRepliesOf, erasePostsOf];
