import { TextField, type TextFieldProps } from './TextField.tsx';

/** A Kenyan number after a fixed country code. Accepts any pasted format; the caller's rule normalises it. */
export const PhoneField = (props: Omit<TextFieldProps, 'type' | 'mode' | 'capitalise' | 'maxLength'>) => (
  <TextField {...props} type="tel" mode="numeric" />
);
