import { Art, art } from '#src/ui/art/Art.tsx';

/** Drawing of a pin on a map. */
export const Country = () => (
  <Art>
    <path className={art.paper} d="m22 34 24-8 28 10 24-8v44l-24 8-28-10-24 8z" />
    <path d="M46 26v44M74 60v20" />
    <path className={art.paper} d="M74 62c-9-10-13-17-13-23a13 13 0 0 1 26 0c0 6-4 13-13 23z" />
    <circle className={art.sun} cx="74" cy="39" r="5" />
  </Art>
);
