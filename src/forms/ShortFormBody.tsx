import type { ReactNode } from 'react';
import { Announce } from '#src/ui/announce/Announce.tsx';
import type { Entered, ShortForm } from './useShortForm.ts';

interface ShortFormBodyProps<Name extends string> {
  /** Id of the form element, for the button that submits the form. */
  id: string;
  form: ShortForm<Name>;
  /** The field whose error is announced when it appears. */
  announced: Name;
  spacing?: 'loose';
  onSubmit: (entered: Entered<Name>) => void;
  children: ReactNode;
}

/** The fields of a short form. The keyboard's Enter key submits it like its button. */
export const ShortFormBody = <Name extends string>({ id, form, announced, spacing, onSubmit, children }: ShortFormBodyProps<Name>) => (
  <>
    <Announce text={form.error(announced)} />
    <form
      id={id}
      className={spacing ? `stack stack--${spacing}` : 'stack'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(form.submit());
      }}
    >
      {children}
    </form>
  </>
);
