/**
 * Lenders to which a borrower may already owe money, for questions 4 and 5 of the credit history.
 *
 * Sources: (a) transcription of the Central Bank of Kenya's registers of commercial banks, microfinance
 * banks and digital credit providers, September 2026; (b) the Central Bank's directory of licensed
 * microfinance banks, February 2026; (c) money254.co.ke; (d) press lists of the Central Bank;
 * (e) from memory, not verified; (f) kahawatungu.com, 2019, the name only.
 */
import { named, option, type Option } from '../options.ts';

export const NO_LENDER = '36';

export const lenders: readonly Option[] = [
  named('1', 'M-Shwari (NCBA)'), // a
  named('2', 'KCB M-PESA'), // a
  named('3', 'Fuliza M-PESA'), // a
  named('4', 'Hustler Fund'), // a
  named('5', 'Timiza (Absa)'), // a
  named('6', 'Eazzy Loan (Equity)'), // a
  named('7', 'MCo-op Cash (Co-operative Bank)'), // e
  named('8', 'LOOP (NCBA)'), // e
  named('9', 'Tala (Inventure Mobile)'), // a
  named('10', 'Branch (Branch Microfinance Bank)'), // a, b
  named('11', 'Zenka (Zenka Digital)'), // a
  named('12', 'LendPlus (Aventus Technology)'), // a, c
  named('13', 'Okolea (Okolea International)'), // a
  named('14', 'M-KOPA'), // a
  named('15', 'Flash Credit Africa (Giando Africa)'), // a, d
  named('16', 'Getcash Capital'), // a
  named('17', 'MyWagepay'), // a
  named('18', 'MyCredit'), // a
  named('19', 'Mwanzo Credit'), // a
  named('20', 'Ceres Tech'), // a
  named('21', 'Platinum Credit'), // a
  named('22', 'Premier Credit'), // a
  named('23', 'Ngao Credit'), // a
  named('24', 'Momentum Credit'), // a
  named('25', 'Mular Credit'), // a
  named('26', 'Izwe Loans'), // a
  named('27', 'Letshego Kenya'), // a
  named('28', 'Jumo Kenya'), // a
  named('29', 'Lipa Later'), // a
  named('30', 'Watu Credit'), // a
  named('31', '4G Capital (Fourth Generation Capital)'), // a
  named('32', 'Little Pesa'), // a
  named('33', 'Umba Microfinance Bank'), // b
  named('34', 'OKash'), // f
  option('35', 'Other lender', 'Otro prestamista', 'Mkopeshaji mwingine'),
  option(NO_LENDER, 'None', 'Ninguno', 'Hakuna'),
];
