import type { JourneyContext } from '#machines/context.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { completed } from '#src/forms/sampleValues.ts';
import { example } from '../../example.ts';
import { amina, bank, NOW, order, payFail, payFailBank } from '../../samples.ts';

const at = (step: 'editing' | 'picking' | 'sendingCode' | 'sendingWalletCode' | 'saving') => ({ places: { apply: { bankAccount: step } } });
const base: Partial<JourneyContext> = { ...amina, order: order(STATUS.bindCard) };

export const filled = completed('bankAccount', {
  accountKind: 'bank',
  cardholderName: 'Amina Wanjiku',
  bankCode: '68',
  accountNumber: '0123456789',
  confirmAccountNumber: '0123456789',
  verificationCode: '123456',
});

const OTHER = '254722000111';
const another = { accountKind: 'mpesa', mobile: '722000111' };

const draft = (values: Record<string, string>): Partial<JourneyContext> => ({ ...base, drafts: { bankAccount: { values, savedAt: NOW } } });

export const examples = {
  empty: example(at('editing'), base),
  'M-PESA': example(at('editing'), draft({ accountKind: 'mpesa', mobile: '712345678' })),
  'bank account': example(at('editing'), draft(filled)),
  'after a failed payout': example(at('editing'), { ...amina, order: payFail }),
  'after a failed payout to a bank': example(at('editing'), { ...amina, order: { ...payFailBank, payoutAccount: bank } }),
  'choosing a bank': example(at('picking'), { ...draft(filled), picker: { field: 'bankCode' } }),
  'sending the code': example(at('sendingCode'), draft(filled)),
  'code sent': example(at('editing'), { ...draft(filled), payoutCodes: { ownAgainAt: NOW + 42_000, wallet: null } }),
  'wrong code': example(at('editing'), {
    ...draft(filled),
    problem: { code: 3001, message: 'Invalid verification code', fields: { verificationCode: 'Invalid verification code' } },
  }),
  'another M-PESA number': example(at('editing'), draft(another)),
  'another M-PESA number, own code typed': example(at('editing'), draft({ ...another, verificationCode: '123456' })),
  'sending the code to another M-PESA number': example(at('sendingWalletCode'), {
    ...draft({ ...another, verificationCode: '123456' }),
    payoutCodes: { ownAgainAt: null, wallet: { mobile: OTHER, againAt: null } },
  }),
  'both codes sent': example(at('editing'), {
    ...draft(another),
    payoutCodes: { ownAgainAt: NOW + 42_000, wallet: { mobile: OTHER, againAt: NOW + 55_000 } },
  }),
  'wrong code of another M-PESA number': example(at('editing'), {
    ...draft(another),
    problem: { code: 3001, message: 'Invalid verification code', fields: { mobileVerificationCode: 'Invalid verification code' } },
  }),
  sending: example(at('saving'), draft(filled)),
};
