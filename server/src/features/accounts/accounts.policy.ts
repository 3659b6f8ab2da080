import {
  emailProblem,
  isUniversityEmail,
  nameProblem,
  nicknameProblem,
  passwordProblem,
  type ReservedNicknames,
} from '@madang/contract/accounts/rules';
import { refuseFields } from '../../platform/http/problem.ts';

export interface SignUpInput {
  name: string;
  email: string;
  nickname: string;
  password: string;
  termsVersion: string | null;
  privacyVersion: string | null;
}

/** Every rule of sign-up at once, so that the form can show them all [VA-01 to VA-05, VA-12]. */
export function requireSignUp(
  input: SignUpInput,
  campus: { reserved: ReservedNicknames; termsVersion: string; privacyVersion: string },
): void {
  refuseFields({
    name: nameProblem(input.name),
    email: emailProblem(input.email),
    nickname: nicknameProblem(input.nickname, campus.reserved),
    password: passwordProblem(input.password),
    termsVersion: input.termsVersion === campus.termsVersion ? null : 'terms.required',
    privacyVersion: input.privacyVersion === campus.privacyVersion ? null : 'terms.required',
  });
}

/** Whether a student may write on building and festival boards [ST-03]: the operator's word, else the rule. */
export function hasWritingRight(
  student: { email: string; verified: boolean; override: boolean | null },
  domain: string,
): boolean {
  return student.override ?? (student.verified && isUniversityEmail(student.email, domain));
}
