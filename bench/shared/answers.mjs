/** What the server answers the pages to compare with: fixed, at once. Figures are those of the application's own home. */
const visitor = { limit: 'KSh 5,000', sent: 'KSh 4,942', owed: 'KSh 5,374', cost: 'KSh 432' };
const loan = { left: 'KSh 5,374' };

/** By path. @param token of the session; empty for a visitor. */
export const ANSWERS = {
  '/api/home': (token) => (token ? { loan } : { visitor }),
  '/api/form': () => ({ values: {} }),
  '/api/repayment': () => ({ all: 'KSh 5,374', channels: ['mpesa', 'paybill'] }),
};
