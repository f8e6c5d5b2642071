import type { FaceTurn } from '#machines/model/faceTurn.ts';
import { Art, art } from '#src/ui/art/Art.tsx';

const CARD = 'M24 22h72a6 6 0 0 1 6 6v40a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6z';

/** The side of the card with the picture. */
export const CardFront = () => (
  <Art>
    <path className={art.paper} d={CARD} />
    <circle className={art.sun} cx="38" cy="42" r="7" />
    <path d="M27 62c1.5-6 5.5-9 11-9s9.5 3 11 9M62 38h28M62 48h22M62 58h14" />
  </Art>
);

/** The other side of the card: the fingerprint, and the machine-readable lines. */
export const CardBack = () => (
  <Art>
    <path className={art.paper} d={CARD} />
    <circle className={art.sun} cx="36" cy="40" r="8" />
    <path d="M56 36h34M56 45h24M28 60h64" />
    <path d="M28 67h64" strokeDasharray="0.1 5" />
  </Art>
);

/** A head that turns to a side of the screen, as its owner sees it in a mirror. */
export const TurnedHead = ({ to }: { to: FaceTurn }) => (
  <Art>
    <g transform={to === 'right' ? 'matrix(-1 0 0 1 120 0)' : undefined}>
      <path className={art.paper} d="M66 18c14 0 23 10 23 25S80 74 66 74 41 58 41 43s11-25 25-25z" />
      <circle className={art.sun} cx="48" cy="46" r="4" />
      <path d="M48 37v2M62 38v2M48 58c4 4 10 5 15 2M89 40c4-2 7 0 7 5s-4 8-8 6" />
      <path d="M32 20C20 23 14 31 14 46M6 37l8 9 9-7" />
    </g>
  </Art>
);

/** A face in the frame of the camera. */
export const FaceInFrame = () => (
  <Art>
    <path className={art.paper} d="M60 18c14 0 23 10 23 25S72 74 60 74 37 58 37 43s9-25 23-25z" />
    <circle className={art.sun} cx="60" cy="45" r="4" />
    <path d="M51 38v2M69 38v2M51 57c5 4.5 13 4.5 18 0M18 32V20a6 6 0 0 1 6-6h12M84 14h12a6 6 0 0 1 6 6v12M102 66v12a6 6 0 0 1-6 6H84M36 84H24a6 6 0 0 1-6-6V66" />
  </Art>
);
