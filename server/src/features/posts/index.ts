export {
  FACILITY_NOTICES,
  insertFacilityNotice,
  setNoticePicture,
  updateFacilityNotice,
} from './facility-notices.ts';
export { demotePost, findHotPost, listHotRows, lockVisiblePost, promotePost, type HotRow } from './likes.ts';
export {
  countPostsBy,
  findPostEvenHidden,
  listPostsByEvenHidden,
  hidePost,
  listPostRevisions,
  showPost,
  type ModeratedPostRow,
} from './moderation.ts';
export { changeBuilding, removeBuilding } from './buildings.ts';
export {
  type EncodedUpload,
  encodeUpload,
  findUpload,
  listUploadKeys,
  NOTICE_PICTURES,
  pictureAddress,
  putUpload,
  removeNotedPictures,
  sweepUploads,
  UPLOAD_FILES,
  uploadPath,
  uploadQuotas,
} from './uploads.ts';
export { arePicturesSame, attachReportPicture } from './pictures.ts';
export { boardTag, HOTS_TAG, postTag, SOLVED_TAG, tagsOfNewPost } from './cache-tags.ts';
export { ACCEPTED, CARD, decodeCursor, encodeCursor, NEWEST, type PageEnd } from './json.ts';
export {
  deletePostDataOf,
  type DeletedContent,
  DELETED_LINES,
  listDeletedContent,
  ownPosts,
  purgeDeletedPosts,
  type Repeated,
  repeatPostDeletions,
} from './user-data.ts';
export { fillPostTexts, linkText, tidyText } from './search-text.ts';
export {
  awardAllPosts,
  countImportedLikes,
  countPosts,
  type ExportedHot,
  type ExportedPost,
  exportHots,
  exportLikes,
  exportPosts,
  findHotPosts,
  findPostBoards,
  giveImportedPosts,
  type ImportedHot,
  type ImportedPicture,
  type ImportedPost,
  importHots,
  importPosts,
  importUploads,
  type LikePage,
  noteImportedAuthors,
  noteImportedLikes,
  openPoints,
  promoteAllPosts,
  type TimePlace,
} from './documents.ts';
export {
  findPost,
  findPostJson,
  type HoldLinks,
  lockAuthor,
  requireAuthor,
  type RequireMayWrite,
  type RequireNoFlood,
  requireOwn,
  storePost,
  type Writing,
} from './posts.ts';
export { deletePost, type DeletionsDependencies, lockPost } from './edits.ts';
export { registerHome, registerPosts, registerView } from './routes.ts';
