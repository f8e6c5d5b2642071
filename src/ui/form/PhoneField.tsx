import { TextField, type TextFieldProps } from './TextField.tsx';

/** A Kenyan number behind a fixed country code. Accepts every pasted form; what it keeps is the caller's rule. */
export const PhoneField = (props: Omit<TextFieldProps, 'type' | 'mode' | 'capitalise' | 'maxLength'>) => (
  <TextField {...props} type="tel" mode="numeric" />
);
