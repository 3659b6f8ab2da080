// Loaded when a user with a role must confirm the identity.
export { ChangePasskey } from './change-passkey.tsx';
export { ConfirmPassword } from './confirm-password.tsx';
