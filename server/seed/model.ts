/** One user of an invented world. */
export interface WorldUser {
  id: string;
  email: string;
  name: string;
  nickname: string;
  verified: boolean;
  writingRight: boolean;
  university: boolean;
  createdAt: Date;
}

/** One reply; a post's replies are ordered by time. */
export interface WorldReply {
  id: string;
  authorId: string;
  body: string;
  createdAt: Date;
}

/** One post with its replies, likes and bookmarks. */
export interface WorldPost {
  id: string;
  boardId: string;
  /** Null on the facility notice board, where the operator writes. */
  authorId: string | null;
  title: string;
  body: string;
  /** In the stored form: `팀플 장소`, on the festival board `이벤트 후기` or `사진`. */
  keywords: string[];
  /** Name of an illustration used instead of a photo. */
  scene: string | null;
  createdAt: Date;
  likerIds: string[];
  scrapperIds: string[];
  replies: WorldReply[];
}

/** One event of the operator with the name of its poster. */
export interface WorldEvent {
  id: string;
  title: string;
  body: string;
  poster: string;
  createdAt: Date;
}

export interface WorldNotice {
  id: string;
  title: string;
  body: string;
  createdAt: Date;
}

/** A whole world; `posts` iterates oldest first and can be called again. */
export interface World {
  users: WorldUser[];
  posts(): Iterable<WorldPost>;
  events: WorldEvent[];
  notices: WorldNotice[];
}

/** Size of a world; facility notices are added to the students' posts. */
export interface WorldSize {
  users: number;
  posts: number;
  replies: number;
  likes: number;
}
