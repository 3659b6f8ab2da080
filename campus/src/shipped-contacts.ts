import type { CampusSettings } from '@madang/contract/campus/schema';

/** The contacts that this repository's campus folder comes with: examples, behind which nobody answers. */
export const SHIPPED_CONTACTS = {
  inquiryUrl: 'https://open.kakao.com/o/madang',
  socialAccount: '@madang.korea',
} as const satisfies Partial<CampusSettings>;

/** Which of a campus's contacts are still the shipped ones, however they are written. */
export function findShippedContacts(
  settings: Pick<CampusSettings, keyof typeof SHIPPED_CONTACTS>,
): (keyof typeof SHIPPED_CONTACTS)[] {
  const plain = (text: string) => text.toLowerCase().replace(/^@|\/+$/g, '');
  return (['inquiryUrl', 'socialAccount'] as const).filter(
    (name) => plain(settings[name]) === plain(SHIPPED_CONTACTS[name]),
  );
}

/** Who says what this repository's tables of amenities and hours say: nobody, they are examples. */
export const SHIPPED_SOURCE = '예시 자료';

/** The university of this repository's campus folder, and its telephone number there. */
export const SHIPPED_UNIVERSITY = { name: '고려대학교', domain: 'korea.ac.kr' } as const;
export const SHIPPED_NUMBER = '02-3290-1114';
