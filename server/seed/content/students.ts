/** Where a student mostly is; decides which boards they write on. */
export type Side = 'humanities' | 'science' | 'medical';

/** One made-up student of the demo world; names are common ones, put together by hand. */
export interface StudentText {
  name: string;
  nickname: string;
  email: string;
  side: Side;
  /** How much they write and like, 1 being usual. */
  activity: number;
}

/** The account every visitor of a demo may sign in with, and one without writing right. */
export const fixedStudents: readonly [StudentText, StudentText] = [
  { name: '김하늘', nickname: '안암동산책자', email: 'demo@korea.ac.kr', side: 'humanities', activity: 2.2 },
  { name: '이준서', nickname: '내년엔새내기', email: 'guest@example.com', side: 'humanities', activity: 1 },
];

const rows: Readonly<Record<Side, string>> = {
  humanities: `
김민준 안암호랑이 2.4
이서연 정대후문고양이 2.6
박도윤 중광붙박이 2
최지우 미래관캐럴7번 1.8
정시우 학식평론가 2.2
강하은 엘포라떼 1.6
조예준 막차는놓치고 1.4
윤서현 교양관소파 1.5
장지호 서관종소리 1.2
임수아 필기의요정 1.1
한건우 제육볶음파 1.3
오유나 가을엔시집 0.9
서현우 공강부자 1.3
신다은 노트북은8퍼 1.2
권우진 팀플생존자 1.5
황채원 유자에이드 1
안승현 시험끝나면 0.8
송지민 초록텀블러 1.1
류태윤 열람실터줏 0.9
전소율 본관돌계단 0.7
홍정민 국문과여섯째 0.8
고은채 걷는사람 0.7
문재윤 법전베개 0.8
양서진 경본지하주민 0.9
Jonas_Weber TigerJonas 0.6
배준혁 응원단목소리 1.2
백아린 필름한롤 1
허동현 복학생A 1.1
Lucia_Gomez Hola안암 0.8
남궁민 국제관여행자 0.7
`,
  science: `
심주원 세미콜론수색대 2
노하린 과도귀신 1.8
하성민 공학관미아 1.9
곽예린 하스기둥뒤 1.6
성민규 납땜장인 1.2
차윤서 초파리탈출 1.1
주현준 발산하는로봇 1.3
우지안 칼국수파 1.4
구본석 신공거울 0.9
민채은 바질키우기 0.9
유도현 재수강동지 1
나은서 실험복하트 0.8
진서준 라즈베리잠 0.7
채민서 코딩하는곰 1
원준영 애기능단골 1.1
천수빈 적정은분홍색 0.6
방지훈 녹지열바퀴 1.2
`,
  medical: `
공다현 본과의봄 1.2
현승우 땡시생존기 1
함지윤 코코아한잔 1.1
변재희 의도지박령 0.9
도유진 안암이간호사 0.8
추민호 가운은M사이즈 0.7
`,
};

/** Students with writing right, the fixed two left out. */
export const studentTexts: readonly StudentText[] = (Object.keys(rows) as Side[]).flatMap((side) =>
  rows[side]
    .trim()
    .split('\n')
    .map((row, index) => {
      const [spelled = '', nickname = '', activity = '1'] = row.split(' ');
      return {
        name: spelled.replace('_', ' '),
        nickname,
        activity: Number(activity),
        side,
        email: `${side}${index + 1}@korea.ac.kr`,
      };
    }),
);

/** Students of other domains, and one with a university address that was never verified. */
export const outsiderTexts: readonly StudentText[] = [
  {
    name: '박서윤',
    nickname: '정시로간다',
    email: 'seoyun.park@example.com',
    side: 'humanities',
    activity: 0.7,
  },
  {
    name: 'Maria Silva',
    nickname: 'MariaRio',
    email: 'maria@example.org',
    side: 'humanities',
    activity: 0.8,
  },
  { name: '오정숙', nickname: '딸바보엄마', email: 'jungsook@example.net', side: 'science', activity: 0.5 },
  { name: '김태호', nickname: '98학번선배', email: 'taeho.kim@example.com', side: 'science', activity: 0.7 },
  { name: '정유림', nickname: '인증하기귀찮', email: 'yurim@korea.ac.kr', side: 'humanities', activity: 0.9 },
];

/** Parts that the students of a bench world are put together from. */
export const benchNames = {
  surnames: ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임', '한', '오', '서', '신', '권', '황'],
  given: [
    '서연',
    '민준',
    '지우',
    '도윤',
    '하은',
    '시우',
    '수아',
    '예준',
    '지호',
    '유나',
    '건우',
    '다은',
    '현우',
    '채원',
  ],
  moods: [
    '졸린',
    '배고픈',
    '걷는',
    '웃는',
    '뛰는',
    '느긋한',
    '조용한',
    '바쁜',
    '용감한',
    '수줍은',
    '든든한',
    '반짝이는',
  ],
  animals: [
    '호랑이',
    '고양이',
    '까치',
    '다람쥐',
    '두루미',
    '너구리',
    '수달',
    '참새',
    '고래',
    '거북이',
    '여우',
    '판다',
  ],
} as const;
