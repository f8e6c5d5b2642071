import { TextField, type TextFieldProps } from './TextField.tsx';

/** Long enough for any amount with its separators. */
const LONGEST = 40;

/** An amount in shillings. The typed text is never reformatted; the form converts it to cents. */
export const MoneyField = (props: Omit<TextFieldProps, 'type' | 'mode' | 'capitalise' | 'affix' | 'autocomplete' | 'maxLength'>) => (
  <TextField {...props} affix="KSh" mode="numeric" autocomplete="off" maxLength={LONGEST} />
);
