import type { Section, SectionName } from '../types.ts';
import { additionalInfo } from './additionalInfo.ts';
import { bankAccount } from './bankAccount.ts';
import { loanQuestion } from './loanQuestion.ts';
import { personalInfo } from './personalInfo.ts';

export const sections: Readonly<Record<SectionName, Section>> = { personalInfo, additionalInfo, bankAccount, loanQuestion };
