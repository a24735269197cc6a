import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { App, styleNonce } from './app.tsx';
import './app.css';

// The package that stops a page from scrolling below a dialog takes the nonce only from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the console.');
createRoot(place).render(<App />);
