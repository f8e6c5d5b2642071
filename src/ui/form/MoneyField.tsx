import { TextField, type TextFieldProps } from './TextField.tsx';

/** Long enough for any amount with separators. */
const LONGEST = 40;

/** An amount in shillings as a person writes it. The text is never rewritten; `centsOf` parses it. */
export const MoneyField = (props: Omit<TextFieldProps, 'type' | 'mode' | 'capitalise' | 'affix' | 'autocomplete' | 'maxLength'>) => (
  <TextField {...props} affix="KSh" mode="numeric" autocomplete="off" maxLength={LONGEST} />
);
