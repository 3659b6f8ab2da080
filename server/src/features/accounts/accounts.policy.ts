import {
  emailProblem,
  isUniversityEmail,
  nameProblem,
  nicknameProblem,
  passwordProblem,
  type ReservedNicknames,
} from '@madang/contract/accounts/rules';
import { refuseFields } from '../../platform/http/problem.ts';

/** Which versions of the texts somebody says they agree to. */
export interface AgreedVersions {
  termsVersion: string | null;
  privacyVersion: string | null;
}

export interface SignUpInput extends AgreedVersions {
  name: string;
  email: string;
  nickname: string;
  password: string;
}

/** The texts of a campus by their present versions. */
interface LegalTexts {
  terms: { version: string };
  privacy: { version: string };
}

/** Nobody can agree to a text that is not in force. */
export function requireAgreement(input: AgreedVersions, { terms, privacy }: LegalTexts): void {
  refuseFields(agreementProblems(input, { terms, privacy }));
}

function agreementProblems(input: AgreedVersions, { terms, privacy }: LegalTexts) {
  return {
    termsVersion: input.termsVersion === terms.version ? null : 'terms.required',
    privacyVersion: input.privacyVersion === privacy.version ? null : 'terms.required',
  } as const;
}

/** Every rule of sign-up at once, so that the form can show them all [VA-01 to VA-05, VA-12]. */
export function requireSignUp(input: SignUpInput, reserved: ReservedNicknames, texts: LegalTexts): void {
  refuseFields({
    name: nameProblem(input.name),
    email: emailProblem(input.email),
    nickname: nicknameProblem(input.nickname, reserved),
    password: passwordProblem(input.password),
    ...agreementProblems(input, texts),
  });
}

/** Whether a user may write on building and festival boards [ST-03]: the operator's word, else the rule. */
export function hasWritingRight(
  user: { email: string; verified: boolean; override: boolean | null },
  domain: string,
): boolean {
  return user.override ?? (user.verified && isUniversityEmail(user.email, domain));
}
