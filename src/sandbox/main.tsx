import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { ForkedPhone } from './ForkedPhone.tsx';
import { Sandbox } from './Sandbox.tsx';
import './recording/publishJourneys.ts';
import './sandbox.css';

const root = document.getElementById('root');
if (!root) throw new Error('sandbox.html has no #root');
createRoot(root).render(<StrictMode>{window.location.search === '?fork' ? <ForkedPhone /> : <Sandbox />}</StrictMode>);
