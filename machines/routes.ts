/**
 * Every place a link can lead to, with its path as the specification spells it, misspellings included. The name is the id of
 * the state. `src/router` finds the state of a path in this table, and a test compares the table with the chart.
 */
export const ROUTES = {
  home: '/',
  records: '/records',
  me: '/me',
  bankAccount: '/bank_account/add_bankcard',
  idPhotos: '/auth/id_card_authentication',
  personalInfo: '/auth/personal_infomation',
  additionalInfo: '/auth/additionalInfomation',
  reviewTips: '/auth/review_tips',
  loanQuestion: '/auth/loan_question',
  agreement: '/borrow/agreement',
  toBorrow: '/borrow/to_borrow',
  confirmBorrow: '/borrow/confirm_borrow',
  lending: '/borrow/lending',
  repayDetail: '/repay/repay_detail',
  rollover: '/repay/exhibition_period_detail',
  cashier: '/repay/cashier',
  proofs: '/repay/proofs',
  customerServices: '/user_center/customer_services',
  settings: '/user_center/settings',
  aboutUs: '/user_center/about_us',
  faq: '/user_center/faq',
  language: '/user_center/language',
  openApp: '/user_center/open_app',
  /** Not of the specification: the devices that the account was signed in on. */
  devices: '/user_center/devices',
  /** Not of the specification: where the borrower may allow a recording. */
  helpImprove: '/user_center/help_improve',
  login: '/user/login',
  register: '/user/register',
  nation: '/user/nation',
  privacyPolicy: '/privacy_policy',
  termsOfService: '/terms_of_service',
  pdPop: '/pd_pop',
  pop: '/pop',
  yx1: '/yx1',
  yx2: '/yx2',
  yx2ConfirmBorrow: '/yx2ConfirmBorrow',
  yx3: '/yx3',
  cancellationForm: '/cancellation_form',
  feedbackList: '/feedback/feedback_list',
  addFeedback: '/feedback/add_feedback',
  feedbackDetail: '/feedback/feedbackDetail',
  feedbackFaq: '/feedback/feedback_faq',
  feedbackResult: '/feedback/feedback_result',
} as const;

export type RouteName = keyof typeof ROUTES;
export type RoutePath = (typeof ROUTES)[RouteName];
export type RouteTarget = `#${RouteName}`;

/** Other paths of places: a parent's path leads to one of its children, and correct spellings are accepted too. */
export const ALIASES: Readonly<Record<string, RouteName>> = {
  '/home': 'home',
  '/borrow': 'home',
  '/repay': 'home',
  '/user': 'home',
  '/bank_account': 'bankAccount',
  '/auth': 'personalInfo',
  '/user_center': 'settings',
  '/feedback': 'feedbackList',
  '/auth/personal_information': 'personalInfo',
  '/auth/additional_information': 'additionalInfo',
  '/auth/additionalInformation': 'additionalInfo',
};

/**
 * Places that need no session. All others are private: the specification's guard list, and every other page that shows or
 * changes a borrower's data. The FAQ is public.
 */
export const PUBLIC_ROUTES: readonly RouteName[] = [
  'home',
  'me',
  'login',
  'register',
  'nation',
  'faq',
  'aboutUs',
  'language',
  'openApp',
  'helpImprove',
  'privacyPolicy',
  'termsOfService',
  'pdPop',
  'pop',
  'yx1',
  'yx2',
  'yx2ConfirmBorrow',
  'yx3',
];
export const isPublicRoute = (to: RouteTarget): boolean => PUBLIC_ROUTES.includes(to.slice(1) as RouteName);
