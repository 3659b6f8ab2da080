import { copy } from '../../copy.ko.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { type FieldTexts, useFieldText } from '../campus/field-text.ts';

const texts = (): FieldTexts => ({
  'email.required': copy['error.email.required'],
  'email.pattern': copy['error.email.pattern'],
  'nickname.required': copy['error.nickname.required'],
  'nickname.characters': copy['error.nickname.characters'],
  'nickname.length': copy['error.nickname.length'],
  'nickname.reserved': copy['error.nickname.reserved'],
  'password.short': copy['error.password.short'],
  'password.long': copy['error.password.long'],
  'password.confirm': copy['error.password.confirm'],
  'terms.required': copy['error.terms'],
});

export function useAccountText() {
  return useFieldText(texts());
}

/** Returns a nickname parser. The official edition trims the keyboard's space; the beta refuses it [ER-12]. */
export function useReadNickname(): (typed: string) => string {
  return useOfficial() ? (typed) => typed.trim() : (typed) => typed;
}
