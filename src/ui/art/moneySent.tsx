import { Art, art } from './Art.tsx';

/** A banknote that moves into a phone. */
export const MoneySent = () => (
  <Art>
    <path className={art.paper} d="M62 12h26a7 7 0 0 1 7 7v58a7 7 0 0 1-7 7H62a7 7 0 0 1-7-7V19a7 7 0 0 1 7-7z" />
    <path d="M71 76h8" />
    <path className={art.paper} d="M22 34h44v26H22z" />
    <circle className={art.sun} cx="44" cy="47" r="7" />
    <path d="M8 40h8M5 54h11M72 47h12m-6-6 6 6-6 6" />
  </Art>
);
