import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { Sandbox } from './Sandbox.tsx';
// As text: the build makes one stylesheet of all pages, and the borrower's phone need not carry this.
import css from './sandbox.css?inline';

const style = document.createElement('style');
style.textContent = css;
document.head.appendChild(style);

const root = document.getElementById('root');
if (!root) throw new Error('sandbox.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Sandbox />
  </StrictMode>,
);
