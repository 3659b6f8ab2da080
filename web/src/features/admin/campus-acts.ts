export { BuildingForm } from './building-form.tsx';
export { CampusTexts } from './campus-texts.tsx';
export { HotForm } from './hot-form.tsx';
export { HotRemoval } from './hot-removal.tsx';
