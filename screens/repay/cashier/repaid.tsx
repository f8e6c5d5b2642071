import { Art, art, Tick } from '#src/ui/art/Art.tsx';

/** Drawing of a card that is torn off at its perforation: nothing is owed any more. */
export const Repaid = () => (
  <Art>
    <path className={art.paper} d="M40 14h40a6 6 0 0 1 6 6v28H34V20a6 6 0 0 1 6-6z" />
    <path className={art.sun} d="M48 38a12 12 0 0 1 24 0z" />
    <path className={art.paper} d="m33 58 52 5-2 18a6 6 0 0 1-6.6 5L36 82a6 6 0 0 1-5.4-6.600z" />
    <path d="m42 71 18 2" />
    <Tick x={88} y={66} />
  </Art>
);
