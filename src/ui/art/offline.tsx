import { Art, art } from './Art.tsx';

/** A mast without a signal. It is loaded with every screen, because an offline phone cannot fetch it. */
export const Offline = () => (
  <Art>
    <path className={art.paper} d="m60 40 14 44H46z" />
    <path d="M51 68h18M54.5 57h11" />
    <circle className={art.sun} cx="60" cy="34" r="6" />
    <path d="M42 20a20 20 0 0 0 0 28M78 20a20 20 0 0 1 0 28" strokeDasharray="0.1 6" />
    <path d="m26 14 68 68" />
  </Art>
);
