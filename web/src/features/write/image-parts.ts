// One chunk, fetched once the form is there: writing begins with words.
export { ImageField } from './image-field.tsx';
export { UploadBar } from './upload-bar.tsx';
