export {
  FACILITY_NOTICES,
  insertFacilityNotice,
  NOTICE_PICTURES,
  setNoticePicture,
  updateFacilityNotice,
} from './facility-notices.queries.ts';
export { demotePost, findHotPost, listHotRows, promotePost, type HotRow } from './likes.ts';
export {
  countPostsBy,
  findPostEvenHidden,
  listPostsByEvenHidden,
  hidePost,
  listPostRevisions,
  showPost,
  type ModeratedPostRow,
} from './moderation.queries.ts';
export { changeBuilding, removeBuilding } from './buildings.actions.ts';
export { uploadQuotas } from './upload-room.ts';
export { findUpload } from './uploads.queries.ts';
export { arePicturesSame, giveVoicePicture } from './pictures.actions.ts';
export { boardTag, HOTS_TAG, postTag, SOLVED_TAG, tagsOfNewPost } from './cache-tags.ts';
export { decodeCursor, encodeCursor, NEWEST, type PageEnd } from './cursor.ts';
export { GONE_LINES, listGone, repeatGonePosts, type Gone, type Repeated } from './gone.queries.ts';
export { purgeDeletedPosts } from './purge.ts';
export { fillPostTexts } from './post-texts.ts';
export { giveImportedPosts, noteImportedAuthors } from './authors.import.ts';
export { erasePostsOf } from './posts.erase.ts';
export { ownPosts } from './posts.own.ts';
export {
  requireAuthor,
  requireOwn,
  type HoldLinks,
  type RequireMayWrite,
  type RequireNoFlood,
  type Writing,
} from './posts.policy.ts';
export { lockPost } from './edits.queries.ts';
export { ACCEPTED, CARD } from './json.queries.ts';
export { findPost, findPostJson, lockAuthor } from './posts.queries.ts';
export { storePost } from './posts.actions.ts';
export { deletePost, type DeletionsDependencies } from './deletions.actions.ts';
export { linkText, tidyText } from './post-text.ts';
export { registerHome } from './home.routes.ts';
export { registerPosts } from './posts.routes.ts';
export { registerView } from './view.routes.ts';
export {
  countPosts,
  exportHots,
  exportLikes,
  exportPosts,
  type ExportedHot,
  type ExportedPost,
  type TimePlace,
} from './posts.export.ts';
export {
  awardAllPosts,
  findPostBoards,
  importPosts,
  importUploads,
  promoteAllPosts,
  type ImportedPicture,
  type ImportedPost,
} from './posts.import.ts';
export {
  encodeUpload,
  listUploadKeys,
  putUpload,
  removeNotedPictures,
  sweepUploads,
  UPLOAD_FILES,
  pictureAddress,
  uploadPath,
  type EncodedUpload,
} from './uploads.actions.ts';
export {
  countImportedLikes,
  findHotPosts,
  importHots,
  noteImportedLikes,
  openPoints,
  type ImportedHot,
  type LikePage,
} from './totals.import.ts';
