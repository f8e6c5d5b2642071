/** The least that a page with React can be: what it costs before it does anything. */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page() {
  const [n, set] = useState(0);
  return (
    <main>
      <h1>Loan</h1>
      <button onClick={() => set(n + 1)}>{n}</button>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<Page />);
