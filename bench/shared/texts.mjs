/**
 * The texts of the pages to compare with: on their pages the words of the application, and beside them as many more as such an app
 * has, which no page shows but the borrower fetches. Read at the build, and bundled as JSON.
 */
const en = {
  hello: 'Hello',
  questions: 'Questions and answers',
  upto: 'You can borrow up to',
  first: 'First loan, for up to 91 days',
  send: 'We send you',
  back: 'You pay back by 24 Feb 2027',
  cost: 'Total cost, APR 34.6 %',
  apply: 'Apply',
  next: 'What happens next',
  step1: 'Tell us about you',
  step1Note: 'About 10 minutes. We save as you go.',
  step2: 'Get an answer',
  step2Note: 'Usually 10 minutes, at most 1 working day.',
  step3: 'Receive the money',
  step3Note: '5 to 30 minutes after you accept.',
  home: 'Home',
  records: 'Records',
  me: 'Me',

  signIn: 'Sign in',
  intro: 'We send a code to your mobile number. You do not need a password.',
  mobile: 'Mobile number',
  code: 'Send me a code',
  newHere: 'New here? Register',
  newHereNote: 'It takes a minute',
  trouble: 'Trouble signing in?',
  troubleNote: 'Questions and answers, and how to reach a person',

  due: 'Due in 80 days',
  left: 'Left to pay by Wed 24 Feb',
  paid: 'KSh 0 of KSh 5,374 paid',
  pay: 'Pay',
  yourLoan: 'Your loan',
  yourLoanNote: 'Costs, payments and ways to pay',
  moreTime: 'Need more time?',
  moreTimeNote: 'See what moving the date costs',
  notShowing: 'Paid but not showing?',
  notShowingNote: 'How to tell us',

  payTitle: 'Pay your loan',
  howMuch: 'How much do you want to pay?',
  all: 'Everything that is left. It closes the loan.',
  other: 'Another amount',
  rule: 'From KSh 500, in steps of 100',
  amount: 'Amount to pay',
  how: 'How do you want to pay?',
  mpesa: 'M-PESA',
  mpesaNote: 'We send a request to your phone; you enter your PIN there',
  paybill: 'Paybill',
  history: 'Paid and due',
  agreement: 'Loan agreement',
  agreementNote: 'What you agreed to',

  personal: 'Personal information',
  about: 'About you',
  where: 'Where you live',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  gender: 'Gender',
  female: 'Female',
  male: 'Male',
  dob: 'Date of birth',
  education: 'Education',
  marital: 'Marital status',
  idNumber: 'ID number',
  whatsapp: 'WhatsApp number',
  spare: 'Another phone number',
  email: 'Email address',
  homeType: 'Type of home',
  province: 'Province',
  district: 'District',
  address: 'Address',
  continue: 'Continue',
  required: 'Fill this in',
  wrong: 'Check this again',
};

/** Where the translation does not matter: a Swahili file weighs what an English one does, letters in another order. */
const other = (text) => text.split(' ').reverse().join(' ');

const WORDS =
  'your loan repayment amount interest fee tax contract offer account number code phone contact address photo camera document identity employer salary residence county district bank transfer network timeout retry error failed success pending rejected approved review agreement term date due overdue service emergency relative friend please enter verify the to we of is at by until again before after sent paid left'.split(
    ' ',
  );

/** As many as the application has beyond the pages that are compared. */
const FURTHER = 480;

/** The same sentences in every build. */
function furtherTexts(seed) {
  let state = seed;
  const next = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const sentence = () => Array.from({ length: 4 + next(8) }, () => WORDS[next(WORDS.length)]).join(' ');
  return Object.fromEntries(Array.from({ length: FURTHER }, (_, index) => [`k${index}`, sentence()]));
}

export const texts = {
  en: { ...en, ...furtherTexts(1) },
  sw: { ...Object.fromEntries(Object.entries(en).map(([key, text]) => [key, other(text)])), ...furtherTexts(2) },
};
