import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { App } from './app.tsx';
import './app.css';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the console.');
createRoot(place).render(<App />);
