import type { ReactNode } from 'react';
import { Announce } from '#src/ui/announce/Announce.tsx';
import type { Entered, ShortForm } from './useShortForm.ts';

interface ShortFormBodyProps<Name extends string> {
  /** Of the form, for the button that submits it. */
  id: string;
  form: ShortForm<Name>;
  /** The field whose error is announced when it appears. */
  announced: Name;
  spacing?: 'loose';
  onSubmit: (entered: Entered<Name>) => void;
  children: ReactNode;
}

/** The fields of a short form that the phone's keyboard submits as its button does. */
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
