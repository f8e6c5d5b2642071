import { Art, art } from './Art.tsx';

/** A calendar whose marked day has passed. */
export const Overdue = () => (
  <Art>
    <path className={art.paper} d="M34 22h52a6 6 0 0 1 6 6v46a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6z" />
    <path d="M28 38h64M44 15v12M76 15v12" />
    <path className={art.sun} d="M52 46h16v14H52z" />
    <path d="M38 52h4M38 66h4M58 66h4M78 52h4" />
    <path className={art.paper} d="M74 70a14 14 0 1 1 28 0 14 14 0 1 1-28 0z" />
    <path d="M88 62v8l6 4" />
  </Art>
);
