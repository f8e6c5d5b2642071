import { Art, art } from './Art.tsx';

/** An empty status card. */
export const NoRecords = () => (
  <Art>
    <path
      className={art.paper}
      d="M40 16h40a6 6 0 0 1 6 6v28a4 4 0 0 0 0 8v16a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6V58a4 4 0 0 0 0-8V22a6 6 0 0 1 6-6z"
    />
    <path d="M46 30h28M46 40h16" />
    <path d="M42 54h36" strokeDasharray="0.1 6" />
    <path className={art.sun} d="M48 72a12 12 0 0 1 24 0z" />
  </Art>
);
