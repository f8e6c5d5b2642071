import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { Inspector } from './Inspector.tsx';
import './inspector.css';

const root = document.getElementById('root');
if (!root) throw new Error('inspector.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Inspector />
  </StrictMode>,
);
