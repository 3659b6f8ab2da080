/**
 * What the official edition says in other words than the beta edition, whose words are the specification's. All else
 * reads the same in both (`copy.ko.ts`).
 */
export const officialTexts = {
  'time.now': '방금',
  'error.login': '이메일이나 비밀번호가 맞지 않아요.',
  'error.email.pattern': '이메일 주소를 끝까지 입력해 주세요.',
  'error.email.exists': '이미 가입된 이메일이에요.',
  'error.email.used': '이미 등록된 이메일이에요.',
  'error.name.required': '이름을 입력해 주세요.',
  'error.password.required': '비밀번호를 입력해 주세요.',
  'error.password.short': '비밀번호는 6자 이상이어야 해요.',
  'error.password.confirm': '비밀번호 확인이 맞지 않아요.',
  'error.reauth': '비밀번호가 맞지 않아요.',
  'error.reauth.old': '기존 비밀번호가 맞지 않아요.',
  'error.nickname.characters': '닉네임에는 공백이나 특수문자를 쓸 수 없어요.',
  'error.nickname.reserved': '쓸 수 없는 닉네임이에요.',
  'error.nickname.length': '닉네임은 2~10자예요.',
  'error.title.required': '제목을 입력해 주세요.',
  'error.body.required': '내용을 입력해 주세요.',
  'error.keywords.max': '키워드는 3개까지 고를 수 있어요. 다른 것을 먼저 빼 주세요.',
  'error.keywords.festival': '키워드를 하나 이상 골라 주세요.',
  'error.image': '이미지 파일만 첨부할 수 있어요.',
  'error.image.size': '이미지는 10MB까지 첨부할 수 있어요.',
  'state.offline.server': '{product} 서버가 잠시 쉬고 있어요.',
  'state.server': '{product} 서버가 잠시 쉬고 있어요. 잠시 후 다시 시도해 주세요.',
  'state.unavailable': '{product} 서버가 잠시 쉬고 있어요. 잠시 후 다시 시도해 주세요.',
  'state.missing.post.title': '볼 수 없는 게시글',
  'search.placeholder': '장소나 글을 검색해 보세요',
} as const;
