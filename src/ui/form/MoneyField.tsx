import { TextField, type TextFieldProps } from './TextField.tsx';

/** Long enough for any amount with its separators. */
const LONGEST = 40;

/** An amount in shillings, as a person writes it: never rewritten. The form reads it as cents. */
export const MoneyField = (props: Omit<TextFieldProps, 'type' | 'mode' | 'capitalise' | 'affix' | 'autocomplete' | 'maxLength'>) => (
  <TextField {...props} affix="KSh" mode="numeric" autocomplete="off" maxLength={LONGEST} />
);
