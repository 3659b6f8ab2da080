import { isUniversityEmail } from '@madang/contract/accounts/rules';
import type { Campus } from '@madang/campus/campus';
import { content, type Side, type UserText } from './content.ts';
import { addressAt, nicknameAt } from './elsewhere.ts';
import type { WorldUser } from './model.ts';
import { Random } from './random.ts';
import { WORLD_DAYS } from './timeline.ts';

const DAY = 86_400_000;

/** A student of the demo world with properties that determine behavior. */
export interface Person {
  user: WorldUser;
  side: Side;
  activity: number;
}

/** Creates the students of the demo world, the two fixed accounts first. */
export function makePeople(seed: number, now: Date, campus: Campus): Person[] {
  const random = new Random(`people ${seed}`);
  return content().users.map((text, place) => {
    const email = addressAt(campus, text.email);
    const nickname = nicknameAt(campus, text.nickname, place);
    const university = isUniversityEmail(email, campus.settings.university.domain);
    return {
      side: text.side,
      activity: text.activity,
      user: makeUser(
        { name: text.name, nickname, email },
        { university, verified: text.verified },
        random,
        now,
      ),
    };
  });
}

/** Creates the students of a bench world; one in twenty lacks the writing right. */
export function makeCrowd(seed: number, now: Date, campus: Campus, count: number): WorldUser[] {
  const random = new Random(`crowd ${seed}`);
  const { surname, given, mood, animal } = content().words;
  return Array.from({ length: count }, (_, index) => {
    const university = index % 20 !== 19;
    const domain = university ? campus.settings.university.domain : 'example.com';
    return makeUser(
      {
        name: random.pick(surname) + random.pick(given),
        nickname: random.pick(mood) + random.pick(animal) + (index % 1000),
        email: `student${String(index + 1).padStart(6, '0')}@${domain}`,
      },
      { university, verified: university },
      random,
      now,
    );
  });
}

/** Creates a user who joined before the oldest post. */
function makeUser(
  text: Pick<UserText, 'name' | 'nickname' | 'email'>,
  standing: { university: boolean; verified: boolean },
  random: Random,
  now: Date,
): WorldUser {
  const daysAgo = WORLD_DAYS + 1 + random.next() * 300;
  return {
    id: random.uuid(),
    email: text.email,
    name: text.name,
    nickname: text.nickname,
    verified: standing.verified,
    university: standing.university,
    writingRight: standing.university && standing.verified,
    createdAt: new Date(Math.floor(now.getTime() - daysAgo * DAY)),
  };
}
