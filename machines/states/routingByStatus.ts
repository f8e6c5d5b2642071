import { stateConfig } from '../setup.ts';
import { ROUTES } from '../routes.ts';
import type { StatusScreen } from '../model/orderStatus.ts';

const leadsTo = <const S extends StatusScreen>(screen: S) =>
  ({ guard: { type: 'statusLeadsTo', params: { screen } }, target: `#${screen}` }) as const;

/** Routes the borrower to the screen of the order's status, after every change of the order. */
export const routingByStatus = stateConfig({
  id: 'routingByStatus',
  meta: { route: ROUTES.home, title: 'Home' },
  always: [
    leadsTo('personalInfo'),
    leadsTo('additionalInfo'),
    leadsTo('idPhotos'),
    leadsTo('bankAccount'),
    leadsTo('loanQuestion'),
    leadsTo('reviewTips'),
    leadsTo('confirmBorrow'),
    leadsTo('repayDetail'),
    { target: '#home' },
  ],
});
