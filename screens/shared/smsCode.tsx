import { Art, art } from '#src/ui/art/Art.tsx';

/** Drawing of a phone with a code in a message. */
export const SmsCode = () => (
  <Art>
    <path className={art.paper} d="M30 10h32a7 7 0 0 1 7 7v62a7 7 0 0 1-7 7H30a7 7 0 0 1-7-7V17a7 7 0 0 1 7-7z" />
    <path d="M41 78h10" />
    <path className={art.paper} d="M46 28h50a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6H62L50 67v-9h-4a6 6 0 0 1-6-6V34a6 6 0 0 1 6-6z" />
    <circle className={art.sun} cx="54" cy="43" r="4" />
    <circle className={art.sun} cx="71" cy="43" r="4" />
    <circle className={art.sun} cx="88" cy="43" r="4" />
  </Art>
);
