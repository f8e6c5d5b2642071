import { Art, art } from '#src/ui/art/Art.tsx';

/** Drawing of a closed gate with a rising sun behind it. */
export const Rejected = () => (
  <Art>
    <path className={art.sun} d="M42 46a18 18 0 0 1 36 0z" />
    <path className={art.ray} d="M60 18v5M37 27l4 4M83 27l-4 4" />
    <path className={art.paper} d="M24 46h72v8H24zM24 66h72v8H24z" />
    <path className={art.paper} d="M30 40h8v44h-8zM82 40h8v44h-8z" />
  </Art>
);
