/** Announces an error of a field to screen readers when it appears; the field itself shows it. */
export const Announce = ({ text }: { text: string | undefined }) => (
  <p className="visually-hidden" role="alert">
    {text}
  </p>
);
