/** Reads out what a field shows in red the moment it appears; the eye finds it at the field. */
export const Announce = ({ text }: { text: string | undefined }) => (
  <p className="visually-hidden" role="alert">
    {text}
  </p>
);
