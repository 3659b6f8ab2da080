import './ui/tokens.css';
import './ui/base.css';
import './app/read-ahead.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { fetchScreen } from './app/routes.tsx';

fetchScreen(window.location.pathname);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
