// Fetched where somebody with a role is asked who they are.
export { ChangePasskey } from './change-passkey.tsx';
export { ConfirmPassword } from './confirm-password.tsx';
