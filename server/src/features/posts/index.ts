export { erasePostsOf, removeNotedImages } from './posts.erase.ts';
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
