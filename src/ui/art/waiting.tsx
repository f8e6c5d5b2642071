import { Art, art } from './Art.tsx';

/** An hourglass: the answer is on its way, and nothing has to be done. */
export const Waiting = () => (
  <Art>
    <path className={art.paper} d="M42 18h36v10c0 9-12 13-12 20s12 11 12 20v10H42V68c0-9 12-13 12-20s-12-11-12-20z" />
    <path className={art.sun} d="M47 74c0-8 7-11 13-16 6 5 13 8 13 16zM52 32h16c-2 4-6 7-8 10-2-3-6-6-8-10z" />
    <path d="M36 14h48M36 82h48" />
  </Art>
);
