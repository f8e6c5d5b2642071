import { Art, art } from '#src/ui/art/Art.tsx';

/** Drawing of a page with an exclamation mark, for decisions that need care. */
export const Careful = () => (
  <Art>
    <path className={art.paper} d="M36 14h34l16 16v46a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6V20a6 6 0 0 1 6-6z" />
    <path d="M70 14v16h16M42 42h22M42 54h14" />
    <circle className={art.sun} cx="80" cy="64" r="16" />
    <path d="M80 56v9M80 72v0.1" />
  </Art>
);
