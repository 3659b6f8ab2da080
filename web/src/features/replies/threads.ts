// One chunk, loaded with the first opened post if the feature is enabled.
export { AnswerNote, tellGone } from './answer-note.tsx';
export { Suspension } from '../accounts/suspension.tsx';
export { NewAnswers } from './new-answers.tsx';
export { ReplyTools } from './reply-tools.tsx';
