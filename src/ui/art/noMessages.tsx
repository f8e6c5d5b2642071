import { Art, art } from './Art.tsx';

/** Two speech bubbles, one of them still without a text. */
export const NoMessages = () => (
  <Art>
    <path className={art.paper} d="M26 22h46a7 7 0 0 1 7 7v20a7 7 0 0 1-7 7H44L32 66V56h-6a7 7 0 0 1-7-7V29a7 7 0 0 1 7-7z" />
    <path d="M32 34h34M32 44h20" />
    <path className={art.paper} d="M88 44h6a7 7 0 0 1 7 7v16a7 7 0 0 1-7 7h-4v9l-11-9H62a7 7 0 0 1-7-7" />
    <circle className={art.sun} cx="70" cy="64" r="3.5" />
    <circle className={art.sun} cx="80" cy="64" r="3.5" />
    <circle className={art.sun} cx="90" cy="64" r="3.5" />
  </Art>
);
