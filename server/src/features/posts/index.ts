export { listHots, type HotRow } from './browse.queries.ts';
export type { PageEnd } from './cursor.ts';
export {
  insertFacilityNotice,
  isFacilityNotice,
  listFacilityNotices,
  updateFacilityNotice,
} from './facility-notices.queries.ts';
export { demotePost, promotePost } from './hots.queries.ts';
export {
  countPostsBy,
  countPostsOn,
  findPostEvenHidden,
  listPostsByEvenHidden,
  moveKeywords,
  setPostHidden,
} from './moderation.queries.ts';
export { erasePostsOf } from './posts.erase.ts';
export { findPost } from './posts.queries.ts';
export { registerPosts } from './posts.routes.ts';
export {
  awardAllPosts,
  importPosts,
  importUploads,
  promoteAllPosts,
  type ImportedPost,
} from './posts.import.ts';
export {
  encodeUpload,
  listUploadKeys,
  putUpload,
  sweepUploads,
  uploadPath,
  type EncodedUpload,
} from './uploads.actions.ts';
