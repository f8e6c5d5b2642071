import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { openConversation } from './conversation.ts';
import { ShellCheck } from './ShellCheck.tsx';
import './shellCheck.css';

const root = document.getElementById('root');
if (!root) throw new Error('shell-check.html has no #root');
const now = () => performance.now();
// Opened before anybody presses Start, because a shell may send messages at any time.
const talk = openConversation({ host: window, hostOrigin: window.location.origin, now });
createRoot(root).render(
  <StrictMode>
    <ShellCheck talk={talk} now={now} />
  </StrictMode>,
);
