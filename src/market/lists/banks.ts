/**
 * Banks, microfinance banks, saccos and wallets with the codes that address payments.
 *
 * Sources: S1 Kulmi Pay PesaLink payout codes; S2 PSP directory of the Kenya P2P QR specification; S3 PayHero; S4 a
 * public bank seeder, 45 rows; S5 Paystack Kenya; S6 a public bank seeder with SWIFT codes; S7 five-digit codes (bank
 * code + 000); S8 TransferZero KES documentation; S9 45 banks with names from before 2019; S10 payroll lists of
 * 2016-17; S11 SasaPay bank codes; S12 SasaPay network codes; R the Central Bank's registers, 2026 (names only); M
 * from memory, not verified.
 *
 * Closed and merged banks are kept, so that an old account can still be named, but they cannot be chosen.
 */
import { named, type Option } from '../options.ts';

export type BankKind = 'bank' | 'mfb' | 'sacco' | 'mortgage-finance' | 'savings-bank' | 'wallet';

export interface Bank {
  /**
   * Clearing code of the Central Bank, network code of a wallet, or `X..`: a code that only this application uses, and that must
   * never be sent to a rail.
   */
  code: string;
  name: string;
  kind: BankKind;
  /** Whether a borrower can choose it. */
  offer: boolean;
}

const row = (code: string, name: string, kind: BankKind = 'bank', offer = true): Bank => ({ code, name, kind, offer });
/** Closed, merged, or not a bank for the public. */
const gone = (code: string, name: string): Bank => row(code, name, 'bank', false);

export const banks: readonly Bank[] = [
  row('01', 'KCB Bank Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11
  row('02', 'Standard Chartered Bank Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('03', 'Absa Bank Kenya PLC'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11; formerly Barclays Bank of Kenya
  row('05', 'Bank of India'), // S2 S4 S5 S6 S7 S8 S9
  row('06', 'Bank of Baroda (Kenya) Limited'), // S1 S2 S4 S5 S6 S7 S8 S9
  row('07', 'NCBA Bank Kenya PLC'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11; formerly Commercial Bank of Africa; NIC (41) merged in
  gone('08', 'Habib Bank Limited'), // S5 S8 S9; legacy; taken over by Diamond Trust Bank
  gone('09', 'Central Bank of Kenya'), // S4 S5 S9; not a retail bank; keep out of the picker
  row('10', 'Prime Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('11', 'Co-operative Bank of Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11
  row('12', 'National Bank of Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('14', 'M Oriental Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S10; older lists give 13 or 14; 14 has the majority
  row('16', 'Citibank N.A. Kenya'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11
  row('17', 'Habib Bank AG Zurich'), // S1 S2 S4 S6 S7 S8 S10 S11
  row('18', 'Middle East Bank Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('19', 'Bank of Africa Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  gone('20', 'Dubai Bank Kenya Limited'), // S9 S10; legacy, closed
  row('23', 'Consolidated Bank of Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11
  row('25', 'Credit Bank PLC'), // S1 S2 S3 S4 S5 S6 S7 S8 S10; S9 gives 24
  row('26', 'Access Bank (Kenya) PLC'), // S2 S4 S5 S6 S7 S8 S9 S10; formerly Transnational Bank
  gone('30', 'Chase Bank (Kenya) Limited'), // S2 S7 S8 S9 S10; legacy; assets to SBM; S5 still maps SBM to 30
  row('31', 'Stanbic Bank Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('32', 'Unaitas Sacco Society', 'sacco'), // S1; single source; 32 was CfC Bank in 2016 lists (S10)
  row('35', 'African Banking Corporation Limited (ABC Bank)'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11
  row('36', 'Choice Microfinance Bank Limited', 'mfb'), // S1 S3 S5
  gone('39', 'Imperial Bank Limited'), // S2 S9 S10; legacy, in receivership/liquidation
  gone('41', 'NIC Bank'), // S9 S10 S11; legacy, merged into NCBA (07)
  gone('42', 'Giro Commercial Bank'), // S8 S9 S10; legacy, merged into I&M (57)
  row('43', 'Ecobank Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9
  row('48', 'Caritas Microfinance Bank Limited', 'mfb'), // S1 S5; S4 gives 80; unsure
  gone('49', 'Spire Bank Limited'), // S1 S2 S4 S5 S6 S7 S8 S9 S10 S11; business moved to Equity in 2023; still on the register
  row('50', 'Paramount Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('51', 'Kingdom Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11; formerly Jamii Bora
  row('53', 'Guaranty Trust Bank (Kenya) Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11; formerly Fina Bank
  row('54', 'Victoria Commercial Bank PLC'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('55', 'Guardian Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('57', 'I&M Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('59', 'Development Bank of Kenya Limited'), // S2 S4 S5 S6 S7 S8 S9 S10
  row('60', 'SBM Bank Kenya Limited'), // S1 S2 S4 S6 S7 S9 S10; formerly Fidelity Commercial Bank; S5 gives 30, S8 46
  row('61', 'HFC Limited (Housing Finance)', 'mortgage-finance'), // S1 S3 S4 S5 S6 S7 S8; S2 gives 83
  row('62', 'Kenya Post Office Savings Bank (Postbank)', 'savings-bank'), // S4 S5 S6 S7; S7 62309; not a CBK-licensed bank
  row('63', 'Diamond Trust Bank Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  gone('64', 'Charterhouse Bank Limited'), // S2 S9 S10; legacy, closed
  row('65', 'Commercial International Bank (CIB) Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7; formerly Mayfair CIB Bank
  row('66', 'Sidian Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11; formerly K-Rep
  row('68', 'Equity Bank Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('70', 'Family Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11
  row('72', 'Gulf African Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11
  row('74', 'Premier Bank Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S11; formerly First Community Bank
  row('75', 'DIB Bank Kenya Limited'), // S1 S2 S3 S4 S5 S6 S7
  row('76', 'UBA Kenya Bank Limited'), // S1 S2 S3 S4 S5 S6 S7 S8 S9 S10
  row('78', 'Kenya Women Microfinance Bank PLC (KWFT)', 'mfb'), // S1 S3 S4 S5 S7 S8 S11
  row('79', 'Faulu Microfinance Bank Limited', 'mfb'), // S1 S4 S5 S7
  row('89', 'Stima DT Sacco', 'sacco'), // S1 S3 S5; S7 gives 08
  row('X01', 'Branch Microfinance Bank Limited', 'mfb'), // R; formerly Century MFB; the Branch loan app's licence
  row('X02', 'LOLC Kenya Microfinance Bank PLC', 'mfb'), // R
  row('X03', 'Muungano Microfinance Bank PLC', 'mfb'), // R
  row('X04', 'On It Microfinance Bank Limited', 'mfb'), // R
  row('X05', 'Rafiki Microfinance Bank Limited', 'mfb'), // R
  row('X06', 'Salaam Microfinance Bank Limited', 'mfb'), // R
  row('X07', 'SMEP Microfinance Bank Limited', 'mfb'), // R
  row('X08', 'Sumac Microfinance Bank Limited', 'mfb'), // R
  row('X09', 'U & I Microfinance Bank Limited', 'mfb'), // R
  row('X10', 'Umba Microfinance Bank Limited', 'mfb'), // R; formerly Daraja MFB
  row('63902', 'M-PESA (Safaricom)', 'wallet'), // S12
  row('63903', 'Airtel Money', 'wallet'), // M
  row('63907', 'T-Kash (Telkom Kenya)', 'wallet'), // M (S1 lists 'Telkom Kenya 97')
];

/** The banks of the picker, by name. A wallet is identified by its number instead. */
export const bankOptions: readonly Option[] = banks
  .filter((bank) => bank.offer && bank.kind !== 'wallet')
  .map((bank) => named(bank.code, bank.name))
  .sort((a, b) => (a.label < b.label ? -1 : 1));

export const walletOptions: readonly Option[] = banks
  .filter((bank) => bank.offer && bank.kind === 'wallet')
  .map((bank) => named(bank.code, bank.name));

export const bankByCode = (code: string): Bank | undefined => banks.find((bank) => bank.code === code);

/** Whether rails accept the code. Codes `X..` exist in this application only. */
export const hasClearingCode = (bank: Pick<Bank, 'code'>): boolean => bank.code.charAt(0) !== 'X';
