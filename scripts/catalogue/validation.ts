/** Section 5: what a field says when it is empty or wrong, and the limits it is judged by. */
import { fromLender, inForms, onPhone, onScreen, source, value, type Entry } from './types.ts';

const LIMITS = 'src/market/limits.ts';
const RULES = 'src/forms/rules.ts';
const TEXT = 'src/forms/text.ts';
const PERSONAL = 'src/forms/sections/personalInfo.ts';
const ADDITIONAL = 'src/forms/sections/additionalInfo.ts';
const BANK = 'src/forms/sections/bankAccount.ts';
const QUESTIONS = 'src/forms/sections/loanQuestion.ts';
const FEEDBACK = 'machines/model/feedback.ts';
const SCHEMA = 'src/forms/schema.ts';
const SECTIONS = { personal: PERSONAL, additional: ADDITIONAL, bank: BANK } as const;
const TABLE = 'server/apply/photos/photos.ts';

const own = 'Our own words say what to do, in the field’s own name.';
const notShown = 'The specification does not show the wording.';

/** Fields of the list of required fields, each with its words. */
const REQUIRED = {
  personal: {
    firstName: 'Enter your first name as it is on your ID',
    lastName: 'Enter your last name as it is on your ID',
    gender: 'Select your gender',
    maritalStatus: 'Select your marital status',
    loanPurpose: 'Select what the loan is for',
    familyMonthlyIncome: 'Select the monthly income of your family',
    email: 'Enter your email address',
    inputBirthday: 'Select your date of birth',
    education: 'Select your level of education',
    pincode: 'Enter your postal code',
    state: 'Select your province',
    city: 'Select your district',
    county: 'Select your county',
    address: 'Enter your address',
    religion: 'Select your religion',
    whatsappNo: 'Enter your WhatsApp number',
    residenceType: 'Select your type of home',
    language: 'Select the language you prefer',
    cityOfBirth: 'Enter the town you were born in',
    age: 'Enter your age',
  },
  additional: {
    companyName: 'Enter the name of the company',
    monthlySalary: 'Select your monthly income',
    contactName: 'Enter the name of contact {{n}}',
    contactMobile: 'Enter the phone number of contact {{n}}',
    contactRelation: 'Select the relationship of contact {{n}}',
    facebook: 'Enter your Facebook name',
    linkedin: 'Enter your LinkedIn name',
    jobExperience: 'Select how long you have done this work',
    monthlyPayday: 'Select your payday',
    monthlyPaydayTwo: 'Select your second payday',
    industryCategory: 'Select your industry',
    payFrequency: 'Select how often you are paid',
    companyPhone: 'Enter your work phone number',
    startWorkingDate: 'Select the day you started working',
    incomeSource: 'Select who the income comes from',
  },
  bank: {
    bankCode: 'Select your bank',
  },
} as const;

export const validation: readonly Entry[] = [
  ...(Object.keys(REQUIRED) as (keyof typeof REQUIRED)[]).flatMap((section) =>
    Object.entries(REQUIRED[section]).map(([field, words]): Entry => ({
      says: `please select / please input: ${field}`,
      is: 'rule',
      places: [
        // Most get their message by their name; contacts, which come five times, name theirs.
        inForms(`required.${field}`, words, [SECTIONS[section], field.startsWith('contact') ? `'required.${field}'` : `'${field}'`], {
          because: own,
        }),
      ],
    })),
  ),
  {
    says: 'Every required field shows a message when it is empty',
    is: 'rule',
    places: [source('src/forms/sections/build.ts', 'empty: `required.${name}` as MessageKey')],
  },

  { says: 'Names: at least 3 letters', is: 'rule', places: [value(LIMITS, 'LIMITS.name.min', 3, [RULES, 'LIMITS.name.min'])] },
  {
    says: 'Names accept only letters, others are stripped',
    is: 'rule',
    places: [inForms('invalid.nameLetters', 'Use letters a to z only', [RULES, "'invalid.nameLetters'"], { because: own })],
  },
  {
    says: 'E-mail: a {host} or {host} address (email_verify)',
    is: 'rule',
    places: [inForms('invalid.emailHost', 'Use a {{hosts}} address', [RULES, "'invalid.emailHost'"], { because: 'Reading 2.' })],
  },
  {
    says: 'cannot contain spaces or others',
    is: 'message',
    places: [inForms('invalid.emailFormat', 'The email address cannot contain spaces or others', [RULES, "'invalid.emailFormat'"])],
  },
  {
    says: 'Please enter the ID number',
    is: 'message',
    places: [inForms('required.nationalId', 'Please enter the ID number', [PERSONAL, "'nationalId'"])],
  },
  {
    says: 'National ID: 8 digits, or up to 18 with dashes after the 4th, 11th and 18th, input max 9',
    is: 'rule',
    places: [
      value(LIMITS, 'LIMITS.nationalId', { digits8: 8, dashed18: { max: 18, dashesAfter: [4, 11, 18], inputMaxLength: 9 } }, [
        RULES,
        'LIMITS.nationalId',
      ]),
    ],
  },
  {
    says: 'Please enter the correct WhatsApp number',
    is: 'message',
    places: [inForms('invalid.whatsapp', 'Please enter the correct WhatsApp number', [RULES, "'invalid.whatsapp'"])],
  },
  {
    says: 'WhatsApp and spare phone: digits, at most 9',
    is: 'rule',
    places: [value(LIMITS, 'LIMITS.phone.digits', 9, [TEXT, 'LIMITS.phone.digits'])],
  },
  {
    says: 'Address: 2 to 100 characters',
    is: 'rule',
    places: [
      value(LIMITS, 'LIMITS.address', { min: 2, max: 100 }, [RULES, 'LIMITS.address.min']),
      inForms('invalid.address', 'Use {{min}} to {{max}} characters for the address', [RULES, "'invalid.address'"], { because: own }),
    ],
  },
  {
    says: 'RFC: 13 characters, letters and digits',
    is: 'rule',
    places: [
      value(LIMITS, 'LIMITS.rfc', 13, [PERSONAL, 'LIMITS.rfc']),
      inForms('invalid.rfc', 'The RFC has 13 letters and digits', [RULES, "'invalid.rfc'"], { because: own }),
    ],
  },
  {
    says: 'NSS: 11 digits',
    is: 'rule',
    places: [
      value(LIMITS, 'LIMITS.nss', 11, [RULES, 'LIMITS.nss']),
      inForms('invalid.nss', 'The NSS has 11 digits', [RULES, "'invalid.nss'"], { because: own }),
    ],
  },
  {
    says: 'CURP must be 18 digits',
    is: 'message',
    places: [
      inForms('invalid.curpLength', 'CURP must be 18 digits', [RULES, "'invalid.curpLength'"]),
      value(LIMITS, 'LIMITS.curp', 18, [RULES, 'LIMITS.curp']),
    ],
  },
  {
    says: 'The ID Card format is incorrect',
    is: 'message',
    places: [inForms('invalid.curp', 'The ID Card format is incorrect', [RULES, "'invalid.curp'"])],
  },
  {
    says: 'Pincode has an invalid message',
    is: 'rule',
    places: [inForms('invalid.pincode', 'The postal code has 5 digits', [RULES, "'invalid.pincode'"], { because: notShown })],
  },

  {
    says: 'Contact name: at most 50',
    is: 'rule',
    places: [value(LIMITS, 'LIMITS.contactName.max', 50, [RULES, 'LIMITS.contactName.max'])],
  },
  {
    says: 'Contact phone: 9 digits, 10 if it starts with 0',
    is: 'rule',
    places: [value(LIMITS, 'LIMITS.phone', { digits: 9, digitsWithZero: 10 }, [TEXT, 'LIMITS.phone.digitsWithZero'])],
  },
  {
    says: 'Relation of 1 and 2 must differ, phones of 1 and 2 must differ',
    is: 'rule',
    places: [
      inForms(
        'additionalInfomation.sameContactRelationTip',
        'Contacts 1 and 2 need different relationships',
        [RULES, "'additionalInfomation.sameContactRelationTip'"],
        { because: notShown },
      ),
      inForms(
        'additionalInfomation.sameContactMobileTip',
        'Contacts 1 and 2 need different phone numbers',
        [RULES, "'additionalInfomation.sameContactMobileTip'"],
        { because: 'Reading 17.' },
      ),
    ],
  },
  {
    says: 'A contact may not be the login phone number',
    is: 'rule',
    places: [
      inForms('invalid.contactIsBorrower', 'This is your own number. Choose someone else', [RULES, "'invalid.contactIsBorrower'"], {
        because: notShown,
      }),
    ],
  },
  {
    says: 'Phones from the phone book lose +234, 234, +2340, 2340 or a leading 0',
    is: 'rule',
    places: [
      value(
        'src/market/market.ts',
        'market.contactPrefixes',
        ['+2340', '2340', '+234', '234', '+2540', '2540', '+254', '254', '0'],
        [TEXT, 'contactPrefixes'],
        { because: 'Reading 11.' },
      ),
    ],
  },
  {
    says: 'Invalid work phone, company name, contact name and phone each have a message',
    is: 'rule',
    places: [
      inForms('invalid.companyPhone', 'Enter a work phone number like 020 123 4567', [RULES, "'invalid.companyPhone'"], {
        because: notShown,
      }),
      inForms('invalid.companyName', 'Enter the full name of the company', [RULES, "'invalid.companyName'"], { because: notShown }),
      inForms('invalid.contactName', 'Enter the name of contact {{n}}', [RULES, "'invalid.contactName'"], { because: notShown }),
      inForms('invalid.contactMobile', 'Enter a phone number like 712 345 678 for contact {{n}}', [RULES, "'invalid.contactMobile'"], {
        because: notShown,
      }),
    ],
  },
  {
    says: 'Invalid monthly income has a message',
    is: 'rule',
    places: [
      inForms('invalid.option', 'Choose one of the options', [SCHEMA, "'invalid.option'"], {
        because: 'The income is chosen from brackets, so only another option can be wrong.',
      }),
    ],
  },

  {
    says: 'inconsistent with the confirmation number',
    is: 'message',
    places: [
      inForms('invalid.confirmAccount', 'Account number is inconsistent with the confirmation number', [RULES, "'invalid.confirmAccount'"]),
    ],
  },
  {
    says: 'Account number 18 digits (CLABE) or 16 (card)',
    is: 'rule',
    places: [
      value(LIMITS, 'LIMITS.account.clabe18', { min: 18, max: 18 }, [RULES, 'LIMITS.account']),
      value(LIMITS, 'LIMITS.account.card16', { min: 16, max: 16 }, [RULES, 'LIMITS.account']),
      value(LIMITS, 'LIMITS.account.bank', { min: 8, max: 16 }, [RULES, 'LIMITS.account'], { because: 'Reading 13.' }),
    ],
  },
  {
    says: 'Account number required',
    is: 'rule',
    places: [inForms('required.accountNumber', 'Enter your account number', [BANK, "'accountNumber'"], { because: own })],
  },
  {
    says: 'Verification code cannot be empty',
    is: 'message',
    places: [
      inForms('required.verificationCode', 'Verification code cannot be empty', [BANK, "'verificationCode'"]),
      fromLender('verificationCodeRequired', 'The verification code cannot be empty', [
        'server/calls/read.ts',
        "'verificationCodeRequired'",
      ]),
    ],
  },
  {
    says: 'Cardholder required',
    is: 'rule',
    places: [inForms('required.cardholderName', 'Enter the name of the account holder', [BANK, "'cardholderName'"], { because: own })],
  },
  {
    says: 'Valid period required',
    is: 'rule',
    places: [inForms('required.validPeriod', 'Enter until when the card is valid', [BANK, "'validPeriod'"], { because: own })],
  },
  { says: 'BVN incorrect', is: 'rule', places: [inForms('invalid.bvn', 'The BVN is incorrect', [RULES, "'invalid.bvn'"])] },

  {
    says: 'OCR complains when number, name or birthday is empty',
    is: 'rule',
    places: [
      fromLender(
        'cardNumberMissing',
        'The ID number on the card cannot be read. Please retake the photo, without glare or fingers on it',
        [TABLE, "'cardNumberMissing'"],
        { because: notShown },
      ),
      fromLender(
        'cardNameMissing',
        'The name on the card cannot be read. Please retake the photo, without glare or fingers on it',
        [TABLE, "'cardNameMissing'"],
        { because: notShown },
      ),
      fromLender(
        'cardBirthdayMissing',
        'The date of birth on the card cannot be read. Please retake the photo, without glare or fingers on it',
        [TABLE, "'cardBirthdayMissing'"],
        { because: notShown },
      ),
    ],
  },
  {
    says: 'OCR complains when address or father name is empty',
    is: 'rule',
    places: [
      value(
        'src/market/market.ts',
        'market.cardRead',
        ['number', 'name', 'birthday'],
        ['src/market/market.ts', "'fatherName' | 'address'"],
        {
          because: 'Reading 28: a Kenyan card has neither.',
        },
      ),
    ],
  },
  {
    says: 'Photos must be clear',
    is: 'rule',
    places: [
      fromLender('photoBlurred', 'This photo is blurred. Hold the phone still and take it again', [TABLE, "'photoBlurred'"], {
        because: notShown,
      }),
      fromLender('photoEmpty', 'There is nothing to see in this photo. Take it again in good light', [TABLE, "'photoEmpty'"], {
        because: notShown,
      }),
    ],
  },
  {
    says: 'Camera permission required',
    is: 'rule',
    places: [
      onScreen('pop', 'text', 'cameraNo', 'If you say no: upload photos you already have.', ['screens/pop/screen.tsx', 'camera'], {
        because: 'The phone asks for it by itself; a no does not stop the application.',
      }),
    ],
  },
  {
    says: 'All three photos are needed',
    is: 'rule',
    places: [
      onPhone(
        'photosMissing',
        'Take all three photos first: front of the ID, back of the ID, and your face.',
        ['machines/regions/apply/idPhotos.ts', "'photosMissing'"],
        { because: notShown },
      ),
    ],
  },

  {
    says: 'Please agree to the loan agreement',
    is: 'message',
    places: [
      onPhone('agreementMissing', 'Please agree to the loan agreement', ['machines/regions/borrow/confirmBorrow.ts', "'agreementMissing'"]),
      fromLender('termsNotAccepted', 'Please agree to the loan agreement', ['server/calls/user.ts', "'termsNotAccepted'"]),
    ],
  },
  {
    says: 'First answer the question',
    is: 'message',
    places: [inForms('questionnaire.first', 'First answer the question', [QUESTIONS, "'questionnaire.first'"])],
  },
  {
    says: 'Complete the credit history questionnaire',
    is: 'message',
    places: [inForms('questionnaire.complete', 'Complete the credit history questionnaire', [QUESTIONS, "'questionnaire.complete'"])],
  },
  {
    says: 'There are still unanswered questions, please complete',
    is: 'message',
    places: [
      inForms('questionnaire.incomplete', 'There are still unanswered questions, please complete', [
        QUESTIONS,
        "'questionnaire.incomplete'",
      ]),
    ],
  },
  {
    says: 'Cancellation requires exactly one reason',
    is: 'rule',
    places: [
      onScreen(
        'cancellationForm',
        'text',
        'missing',
        'Choose exactly one reason',
        ['screens/cancellationForm/screen.tsx', "t('missing')"],
        {
          because: notShown,
        },
      ),
    ],
  },
  {
    says: 'Repayment: an integer multiple of a step, above a minimum',
    is: 'rule',
    places: [
      value('src/market/products.ts', 'firstLoan.repayment.step', 10_000, ['machines/model/terms.ts', 'rule.step'], {
        because: 'The specification gives no figure: steps of KSh 100.',
      }),
      fromLender(
        'lender.repaymentRefused',
        'Please pay a multiple of {step} from {minimum}, or exactly {left}',
        ['server/repay/repayment.ts', "'lender.repaymentRefused'"],
        { because: 'Reading 16.' },
      ),
    ],
  },
  {
    says: 'Too many pictures rejected',
    is: 'rule',
    places: [
      onPhone('tooManyPictures', 'Too many pictures', ['machines/regions/feedback/pictures.ts', "'tooManyPictures'"]),
      fromLender('feedback.tooManyPictures', 'Too many pictures. At most {most}', [
        'server/feedback/attachments.ts',
        "'feedback.tooManyPictures'",
      ]),
      value(FEEDBACK, 'FEEDBACK_LIMITS.pictures', 4, ['machines/setup/feedback.ts', 'FEEDBACK_LIMITS.pictures'], {
        because: 'The specification gives no figure.',
      }),
    ],
  },
  {
    says: 'cannot be less than {num}',
    is: 'message',
    places: [
      onScreen(
        'addFeedback',
        'text',
        'missing_description',
        'The description cannot be less than {{num}} characters',
        ['screens/addFeedback/screen.tsx', '`missing_${field}`'],
        { because: 'Characters are counted, as words have no common measure in three languages.' },
      ),
      fromLender('feedback.descriptionShort', 'The description cannot be less than {num} characters', [
        'server/calls/feedback.ts',
        "'feedback.descriptionShort'",
      ]),
      value(FEEDBACK, 'FEEDBACK_LIMITS.description.min', 10, [FEEDBACK, 'FEEDBACK_LIMITS.description.min'], {
        because: 'The specification gives no figure.',
      }),
    ],
  },
  {
    says: 'Mobile number cannot be empty',
    is: 'message',
    places: [
      onPhone('mobileMissing', 'Mobile number cannot be empty', ['machines/setup/session.ts', 'LOCAL.mobileMissing']),
      inForms('required.mobile', 'Mobile number cannot be empty', [BANK, "'mobile'"]),
    ],
  },
  {
    says: 'Captcha required',
    is: 'rule',
    places: [
      onPhone('captchaMissing', 'Answer the question to go on.', ['screens/login/captchaForm.tsx', 'captchaMissing'], {
        because: notShown,
      }),
      fromLender(
        'captchaRequired',
        'Many codes were asked for. Please answer the question first',
        ['server/calls/user.ts', "'captchaRequired'"],
        {
          because: notShown,
        },
      ),
    ],
  },
  {
    says: 'Repayment order number cannot be empty',
    is: 'message',
    places: [fromLender('field.orderNo', 'Repayment order number cannot be empty', ['server/calls/repay.ts', '`field.${name}`'])],
  },
  {
    says: 'payOrderId cannot be empty',
    is: 'message',
    places: [fromLender('field.payOrderId', 'payOrderId cannot be empty', ['server/calls/repay.ts', '`field.${name}`'])],
  },
];
