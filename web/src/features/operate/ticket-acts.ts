export { Offices } from './offices.tsx';
export { TicketStepForm } from './ticket-step-form.tsx';
