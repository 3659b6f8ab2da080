export { PersonRight } from './person-right.tsx';
export { PersonRoles } from './person-roles.tsx';
export { PersonSanctions } from './person-sanctions.tsx';
export { PersonWithdrawal } from './person-withdrawal.tsx';
