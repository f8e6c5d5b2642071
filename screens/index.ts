/** The one map from a route's path to its screen. A screen is fetched when it is first shown. */
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import type { Screen } from './props.ts';

export type LoadScreen = () => Promise<{ default: Screen }>;

/** Home without an order has a file of its own, because the first paint waits for it. */
export const loadVisitorHome: LoadScreen = () => import('./tabs/home/visitor.tsx');

/** So has the number at login, because the first press waits for it. */
export const loadLoginNumber: LoadScreen = () => import('./user/login/number.tsx');

export const SCREENS: Readonly<Record<RoutePath, LoadScreen>> = {
  [ROUTES.home]: () => import('./tabs/home/screen.tsx'),
  [ROUTES.records]: () => import('./tabs/records/screen.tsx'),
  [ROUTES.me]: () => import('./tabs/me/screen.tsx'),
  [ROUTES.bankAccount]: () => import('./apply/bankAccount/screen.tsx'),
  [ROUTES.idPhotos]: () => import('./apply/idPhotos/screen.tsx'),
  [ROUTES.personalInfo]: () => import('./apply/personalInfo/screen.tsx'),
  [ROUTES.additionalInfo]: () => import('./apply/additionalInfo/screen.tsx'),
  [ROUTES.reviewTips]: () => import('./apply/reviewTips/screen.tsx'),
  [ROUTES.loanQuestion]: () => import('./apply/loanQuestion/screen.tsx'),
  [ROUTES.agreement]: () => import('./borrow/agreement/screen.tsx'),
  [ROUTES.toBorrow]: () => import('./apply/toBorrow/screen.tsx'),
  [ROUTES.confirmBorrow]: () => import('./borrow/confirmBorrow/screen.tsx'),
  [ROUTES.lending]: () => import('./borrow/lending/screen.tsx'),
  [ROUTES.repayDetail]: () => import('./repay/repayDetail/screen.tsx'),
  [ROUTES.rollover]: () => import('./repay/rollover/screen.tsx'),
  [ROUTES.cashier]: () => import('./repay/cashier/screen.tsx'),
  [ROUTES.proofs]: () => import('./repay/proofs/screen.tsx'),
  [ROUTES.customerServices]: () => import('./userCenter/customerServices/screen.tsx'),
  [ROUTES.settings]: () => import('./userCenter/settings/screen.tsx'),
  [ROUTES.devices]: () => import('./userCenter/devices/screen.tsx'),
  [ROUTES.aboutUs]: () => import('./userCenter/aboutUs/screen.tsx'),
  [ROUTES.faq]: () => import('./userCenter/faq/screen.tsx'),
  [ROUTES.language]: () => import('./userCenter/language/screen.tsx'),
  [ROUTES.openApp]: () => import('./userCenter/openApp/screen.tsx'),
  [ROUTES.helpImprove]: () => import('./userCenter/helpImprove/screen.tsx'),
  [ROUTES.login]: () => import('./user/login/screen.tsx'),
  [ROUTES.register]: () => import('./user/register/screen.tsx'),
  [ROUTES.nation]: () => import('./user/nation/screen.tsx'),
  [ROUTES.privacyPolicy]: () => import('./policies/privacyPolicy/screen.tsx'),
  [ROUTES.termsOfService]: () => import('./policies/termsOfService/screen.tsx'),
  [ROUTES.pdPop]: () => import('./policies/pdPop/screen.tsx'),
  [ROUTES.pop]: () => import('./policies/pop/screen.tsx'),
  [ROUTES.yx1]: () => import('./promotion/landing/screen.tsx'),
  [ROUTES.yx2]: () => import('./promotion/landing/screen.tsx'),
  [ROUTES.yx2ConfirmBorrow]: () => import('./promotion/landing/screen.tsx'),
  [ROUTES.yx3]: () => import('./promotion/landing/screen.tsx'),
  [ROUTES.cancellationForm]: () => import('./policies/cancellationForm/screen.tsx'),
  [ROUTES.feedbackList]: () => import('./feedback/feedbackList/screen.tsx'),
  [ROUTES.addFeedback]: () => import('./feedback/addFeedback/screen.tsx'),
  [ROUTES.feedbackDetail]: () => import('./feedback/feedbackDetail/screen.tsx'),
  [ROUTES.feedbackFaq]: () => import('./feedback/feedbackFaq/screen.tsx'),
  [ROUTES.feedbackResult]: () => import('./feedback/feedbackResult/screen.tsx'),
};
