import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyAnswer } from '@madang/contract/moderation/staff-schema';
import type { Output } from '../../lib/api.ts';

type Start = Output<'POST /api/moderation/confirmation/start'>;

/** Error: the browser returned no passkey: cancelled, timed out, or none on this device. */
export class NoPasskeyError extends Error {}

/**
 * Makes or uses a passkey; null if none is needed. Loads the library only for roles.
 *
 * @throws {NoPasskeyError}
 */
export async function askPasskey({ step, options }: Start): Promise<PasskeyAnswer | null> {
  if (step === 'none' || !options) return null;
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  try {
    // The server made the options for this call.
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
