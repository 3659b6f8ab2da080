import type { Me } from '@madang/contract/accounts/schema';
import type { Event } from '@madang/contract/bulletin/schema';
import type { Building, Campus, LegalText } from '@madang/contract/campus/schema';
import type { PushState } from '@madang/contract/notifications/schema';
import type { Hot, Post, PostSummary } from '@madang/contract/posts/schema';
import type { Reply } from '@madang/contract/replies/schema';
import type { OwnTicket, Ticket } from '@madang/contract/tickets/schema';
import settings from '../../../campus/campus.json';
import type { Pack } from '../features/campus/campus-queries.ts';
import type { Output } from '../lib/api.ts';
import { makeUuid } from '../lib/request.ts';

// Valid answers for what a test does not examine.

const { keywordIcons: _, ...shipped } = settings;
const WHEN = '2026-11-20T03:00:00.000Z';

/** The shipped campus. */
export const campus: Campus = {
  ...shipped,
  edition: 'beta',
  termsVersion: '2026-03-01',
  privacyVersion: '2026-03-01',
  utcOffset: { minutes: 540, from: 0, until: 0 },
};

/** A student with the writing right. */
export const me: Me = {
  id: makeUuid(),
  email: 'student@korea.ac.kr',
  name: '김고대',
  nickname: '고대생',
  university: true,
  emailVerified: true,
  writingRight: true,
  points: 0,
  consentsDue: [],
  createdAt: '2026-03-02T00:00:00.000Z',
};

export const mainHall: Building = {
  id: 'main-hall',
  name: '본관',
  category: '인문',
  info: '본관입니다.',
  kind: 'building',
  picture: '/campus/main-hall.svg',
};

export const board = (id: string, kind: Building['kind'], name: string): Building => ({
  id,
  name,
  category: '',
  info: `${name}입니다.`,
  kind,
  picture: null,
});

export const makePost = (changes: Partial<PostSummary> = {}): PostSummary => ({
  id: makeUuid(),
  buildingId: mainHall.id,
  buildingName: mainHall.name,
  buildingCategory: mainHall.category,
  nickname: '다른학생',
  title: '2층 창가 자리 조용해요',
  preview: '오전에는 비어 있어요.',
  keywords: [],
  thumbnail: null,
  pictureCount: 0,
  likeCount: 0,
  replyCount: 0,
  solved: false,
  createdAt: WHEN,
  ...changes,
});

export function makeWholePost(): Post {
  const { preview, ...post } = makePost();
  return {
    ...post,
    authorId: null,
    revision: 1,
    editedAt: null,
    acceptedReplyId: null,
    contents: [{ format: 'text', text: preview }],
  };
}

export const makeReply = (changes: Partial<Reply> = {}): Reply => ({
  id: makeUuid(),
  buildingId: mainHall.id,
  postId: makeUuid(),
  number: 1,
  authorId: null,
  nickname: '다른학생',
  body: '3층이에요',
  parentId: null,
  answering: null,
  likeCount: 0,
  createdAt: WHEN,
  revision: 1,
  editedAt: null,
  deleted: false,
  ...changes,
});

export const makeHot = (): Hot => ({
  id: makeUuid(),
  postId: makeUuid(),
  buildingId: mainHall.id,
  buildingName: mainHall.name,
  nickname: '다른학생',
  title: '오늘 학식 돈가스 나왔어요',
  content: '줄이 짧아요.',
  keywords: [],
  thumbnail: null,
  pictureCount: 0,
  likeCount: 10,
  replyCount: 0,
  createdAt: WHEN,
});

export const makeEvent = (): Event => ({
  id: makeUuid(),
  title: '가을 축제',
  body: '민주광장에서 만나요.',
  image: null,
  poster: null,
  createdAt: WHEN,
});

export const makeNotice = () => ({
  id: makeUuid(),
  title: '점검 안내',
  body: '새벽에 잠시 쉽니다.',
  createdAt: WHEN,
});

export const legalText = (document = 'terms'): LegalText => ({
  version: '2026-03-01',
  effectiveOn: '2026-03-01',
  title: document === 'terms' ? '이용약관' : '개인정보 처리방침',
  sections: [{ heading: '제1조', paragraphs: ['마당을 함께 씁니다.'] }],
});

/** Without operator keys: no pushes. */
export const quietPush: PushState = {
  kinds: { answer: true, accepted: true, alert: true, ticket: true, notice: true, case: true },
  budget: 6,
  quiet: { from: 22, to: 8 },
  texts: false,
  key: null,
  resting: false,
  devices: [],
};

/** An operator's view of an empty campus. */
export const emptyOperatedCampus: Output<'GET /api/operate/campus'> = {
  buildings: [],
  hots: [],
  said: [],
  codes: [],
  mutes: [],
  locked: [],
  moderation: {
    hideAt: 4,
    openedOn: null,
    firstDayPosts: 5,
    firstDayReplies: 30,
    repeatMinutes: 10,
    repeatLetters: 20,
    texts: [],
  },
};

/** A campus with boards only. */
export const emptyPack: Pack = {
  version: 'v1',
  buildings: [],
  map: null,
  amenities: [],
  kinds: [],
  hours: [],
  emergency: [],
};

/** Returns a water dispenser without further facts. */
export const makeAmenity = (more: Partial<Pack['amenities'][number]> = {}): Pack['amenities'][number] => ({
  id: makeUuid(),
  buildingId: 'main-hall',
  kind: '정수기',
  floor: '1',
  spot: '로비',
  hours: null,
  stepFree: null,
  source: '',
  confirmedOn: null,
  goneOn: null,
  doubtedOn: null,
  ...more,
});

/** Returns another student's new ticket. */
export const makeTicket = (more: Partial<Ticket> = {}): Ticket => ({
  id: makeUuid(),
  number: 7,
  buildingId: mainHall.id,
  amenityId: null,
  kind: 'climate',
  floor: '3',
  spot: '열람실 앞',
  step: 'received',
  openedAt: WHEN,
  stepAt: WHEN,
  joined: 2,
  ...more,
});

export const makeOwnTicket = ({ ticket = makeTicket(), ...more }: Partial<OwnTicket> = {}): OwnTicket => ({
  ticket,
  steps: [],
  office: null,
  joined: false,
  withdrawableUntil: null,
  asked: 'no',
  ...more,
});
