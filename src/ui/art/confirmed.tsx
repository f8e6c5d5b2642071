import { Art, art, Tick } from './Art.tsx';

/** A status card with a tick at its corner. */
export const Confirmed = () => (
  <Art>
    <path
      className={art.paper}
      d="M40 16h40a6 6 0 0 1 6 6v28a4 4 0 0 0 0 8v16a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6V58a4 4 0 0 0 0-8V22a6 6 0 0 1 6-6z"
    />
    <path className={art.sun} d="M48 42a12 12 0 0 1 24 0z" />
    <path d="M42 54h36" strokeDasharray="0.1 6" />
    <path d="M46 68h18" />
    <Tick x={84} y={74} />
  </Art>
);
