/** The settings with the lender's company, which production requires. */
export const LENDER_IDENTITY = {
  LENDER_NAME: 'Pesa Haraka Limited',
  LENDER_ADDRESS: '12 Biashara Street, Nairobi',
  LENDER_LICENCE: 'DCP/0042',
  LENDER_REGULATOR: 'Central Bank of Kenya',
  LENDER_REGULATOR_CONTACT: 'www.centralbank.go.ke',
  DATA_OFFICER_EMAIL: 'data@lender.example',
  POLICIES_SINCE: '2026-03-01',
  SUPPORT_EMAIL: 'help@lender.example',
} as const;
