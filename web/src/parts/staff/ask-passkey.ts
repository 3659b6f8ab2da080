import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyAnswer } from '@madang/contract/moderation/staff-schema';
import type { Output } from '../../platform/api.ts';

type Start = Output<'POST /api/moderation/confirmation/start'>;

/** The browser did not hand over a passkey: it was cancelled, took too long, or there is none on this device. */
export class NoPasskeyError extends Error {}

/**
 * Asks the browser to make or use a passkey; null where none is needed. Fetched when somebody with a role is asked, not
 * before.
 *
 * @throws {NoPasskeyError}
 */
export async function askPasskey({ step, options }: Start): Promise<PasskeyAnswer | null> {
  if (step === 'none' || !options) return null;
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  try {
    // The server made the options for just this.
    const answer =
      step === 'make'
        ? await startRegistration({
            optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
          })
        : await startAuthentication({
            optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
          });
    return { ...answer, response: { ...answer.response } };
  } catch (error) {
    throw new NoPasskeyError('no passkey', { cause: error });
  }
}
