/** The one map from a route's path to its screen. Each is fetched when it is first shown. */
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import type { Screen } from './props.ts';

export type LoadScreen = () => Promise<{ default: Screen }>;

/** What home shows to whoever has no order is a small part of it, and the first thing fetched: a file of its own. */
export const loadVisitorHome: LoadScreen = () => import('./home/visitor.tsx');

export const SCREENS: Readonly<Record<RoutePath, LoadScreen>> = {
  [ROUTES.home]: () => import('./home/screen.tsx'),
  [ROUTES.records]: () => import('./records/screen.tsx'),
  [ROUTES.me]: () => import('./me/screen.tsx'),
  [ROUTES.bankAccount]: () => import('./bankAccount/screen.tsx'),
  [ROUTES.idPhotos]: () => import('./idPhotos/screen.tsx'),
  [ROUTES.personalInfo]: () => import('./personalInfo/screen.tsx'),
  [ROUTES.additionalInfo]: () => import('./additionalInfo/screen.tsx'),
  [ROUTES.reviewTips]: () => import('./reviewTips/screen.tsx'),
  [ROUTES.loanQuestion]: () => import('./loanQuestion/screen.tsx'),
  [ROUTES.agreement]: () => import('./agreement/screen.tsx'),
  [ROUTES.toBorrow]: () => import('./toBorrow/screen.tsx'),
  [ROUTES.confirmBorrow]: () => import('./confirmBorrow/screen.tsx'),
  [ROUTES.lending]: () => import('./lending/screen.tsx'),
  [ROUTES.repayDetail]: () => import('./repayDetail/screen.tsx'),
  [ROUTES.rollover]: () => import('./rollover/screen.tsx'),
  [ROUTES.cashier]: () => import('./cashier/screen.tsx'),
  [ROUTES.proofs]: () => import('./proofs/screen.tsx'),
  [ROUTES.customerServices]: () => import('./customerServices/screen.tsx'),
  [ROUTES.settings]: () => import('./settings/screen.tsx'),
  [ROUTES.aboutUs]: () => import('./aboutUs/screen.tsx'),
  [ROUTES.faq]: () => import('./faq/screen.tsx'),
  [ROUTES.language]: () => import('./language/screen.tsx'),
  [ROUTES.openApp]: () => import('./openApp/screen.tsx'),
  [ROUTES.helpImprove]: () => import('./helpImprove/screen.tsx'),
  [ROUTES.login]: () => import('./login/screen.tsx'),
  [ROUTES.register]: () => import('./register/screen.tsx'),
  [ROUTES.nation]: () => import('./nation/screen.tsx'),
  [ROUTES.privacyPolicy]: () => import('./privacyPolicy/screen.tsx'),
  [ROUTES.termsOfService]: () => import('./termsOfService/screen.tsx'),
  [ROUTES.pdPop]: () => import('./pdPop/screen.tsx'),
  [ROUTES.pop]: () => import('./pop/screen.tsx'),
  [ROUTES.yx1]: () => import('./yx1/screen.tsx'),
  [ROUTES.yx2]: () => import('./yx2/screen.tsx'),
  [ROUTES.yx2ConfirmBorrow]: () => import('./yx2ConfirmBorrow/screen.tsx'),
  [ROUTES.yx3]: () => import('./yx3/screen.tsx'),
  [ROUTES.cancellationForm]: () => import('./cancellationForm/screen.tsx'),
  [ROUTES.feedbackList]: () => import('./feedbackList/screen.tsx'),
  [ROUTES.addFeedback]: () => import('./addFeedback/screen.tsx'),
  [ROUTES.feedbackDetail]: () => import('./feedbackDetail/screen.tsx'),
  [ROUTES.feedbackFaq]: () => import('./feedbackFaq/screen.tsx'),
  [ROUTES.feedbackResult]: () => import('./feedbackResult/screen.tsx'),
};
