/** Section 8: the error catalogue. */
import { fromLender, inForms, inNotices, onPhone, onScreen, value, type Entry } from './types.ts';

const CODES = 'machines/model/codes.ts';
const RULES = 'src/forms/rules.ts';
const SESSIONS = 'server/identity/sessionTokens.ts';
const notShown = 'The specification does not show the wording.';

export const errors: readonly Entry[] = [
  ...(
    [
      [10010301, 'notLoggedIn', 'User not logged in'],
      [10010303, 'tokenExpired', 'Token expired, please login again'],
      [10010304, 'loggedInElsewhere', 'The account is logged in from another device'],
      [100103, 'tokenInvalid', 'Token invalid, please login again'],
    ] as const
  ).flatMap(([code, name, says]): Entry[] => [
    {
      says,
      is: 'message',
      places: [
        fromLender(name, says, [SESSIONS, `'${name}'`]),
        value(CODES, `CODE.${name}`, code, [CODES, `SESSION_CODES: readonly number[] = [CODE.notLoggedIn`]),
      ],
    },
  ]),
  {
    says: 'ooops,network failed ,please reload the page',
    is: 'message',
    places: [
      onPhone(
        'networkFailed',
        'Oops, the network failed. Check your connection and try again, or reload the page.',
        ['src/api/client.ts', 'LOCAL.networkFailed'],
        { because: 'The same sentence in plain spelling, with what to do first.' },
      ),
    ],
  },
  {
    says: 'personalInfomation.stateTip: city picker opened before a state is chosen',
    is: 'rule',
    places: [
      inForms(
        'personalInfomation.stateTip',
        'Select a province first',
        ['src/forms/sections/personalInfo.ts', "'personalInfomation.stateTip'"],
        {
          because: notShown,
        },
      ),
    ],
  },
  {
    says: 'additionalInfomation.sameContactRelationTip: contacts 1 and 2 share a relationship',
    is: 'rule',
    places: [
      inForms(
        'additionalInfomation.sameContactRelationTip',
        'Contacts 1 and 2 need different relationships',
        [RULES, "'additionalInfomation.sameContactRelationTip'"],
        { because: notShown },
      ),
    ],
  },
  {
    says: 'additionalInfomation.sameContactMobileTip: the picked phone is that of the other contact',
    is: 'rule',
    places: [
      inForms(
        'additionalInfomation.sameContactMobileTip',
        'Contacts 1 and 2 need different phone numbers',
        [RULES, "'additionalInfomation.sameContactMobileTip'"],
        { because: notShown },
      ),
    ],
  },
  { says: 'Copy failed', is: 'message', places: [inNotices('copyFailed', 'Copy failed', ['machines/journey.machine.ts', "'copyFailed'"])] },
  { says: 'Copied', is: 'message', places: [inNotices('copied', 'Copied', ['machines/journey.machine.ts', "'copied'"])] },
  {
    says: 'No data',
    is: 'message',
    places: [onScreen('records', 'text', 'none', 'No data', ['screens/records/screen.tsx', "t('none')"])],
  },
  {
    says: 'fail',
    is: 'message',
    places: [
      onPhone(
        'unknown',
        'Something went wrong in the app. Reload the page and try again; what you typed is kept.',
        ['src/i18n/problems.ts', "text(language)('unknown')"],
        { because: 'One word tells nobody what to do.' },
      ),
    ],
  },
  {
    says: 'channelId cannot be empty',
    is: 'message',
    places: [
      onPhone('channelMissing', 'channelId cannot be empty', ['machines/regions/promotion/landing.ts', "'channelMissing'"]),
      fromLender('channelMissing', 'channelId cannot be empty', ['server/calls/promotion.ts', "'channelMissing'"]),
    ],
  },
  {
    says: 'Identity information identification errors, please identify again',
    is: 'message',
    places: [
      fromLender('cardNotRecognised', 'Identity information identification errors, please identify again', [
        'server/apply/photos/photos.ts',
        "'cardNotRecognised'",
      ]),
      onScreen('idPhotos', 'strings', 'failedCard', 'Identity information identification errors, please identify again', [
        'screens/idPhotos/screen.tsx',
        "'failedCard'",
      ]),
    ],
  },
  {
    says: 'Cancellation fail',
    is: 'message',
    places: [
      onScreen('cancellationForm', 'text', 'fail', 'Cancellation fail', ['screens/cancellationForm/screen.tsx', "t('fail')"]),
      ...(
        [
          ['debt', 'Cancellation fail. A loan is not repaid yet'],
          ['money', 'Cancellation fail. The money of a loan is on its way to you'],
          ['answer', 'Cancellation fail. An application has no answer yet'],
          ['offer', 'Cancellation fail. An offer is open: accept or decline it first'],
        ] as const
      ).map(([bar, words]) => fromLender(`cancellation.${bar}`, words, ['server/policies/accountClosing.ts', '`cancellation.${bar}`'])),
    ],
  },
  {
    says: 'This order has timed out, please try again',
    is: 'message',
    places: [
      fromLender('lender.orderTimedOut', 'This order has timed out, please try again', [
        'server/borrow/offer.ts',
        "'lender.orderTimedOut'",
      ]),
    ],
  },
  {
    says: 'There is no payment method, please choose another channel',
    is: 'message',
    places: [
      fromLender('lender.noPaymentMethod', 'There is no payment method, please choose another channel', [
        'server/calls/repay.ts',
        "'lender.noPaymentMethod'",
      ]),
    ],
  },
  {
    says: 'Invalid verification code',
    is: 'message',
    places: [
      fromLender('invalidVerificationCode', 'Invalid verification code', ['server/identity/oneTimeCodes.ts', "'invalidVerificationCode'"]),
      inForms('invalid.verificationCode', 'Invalid verification code', [RULES, "'invalid.verificationCode'"]),
    ],
  },
  {
    says: 'Face recognition failed, please select face recognition again',
    is: 'message',
    places: [
      fromLender('faceUnclear', 'Face recognition failed, please select face recognition again', [
        'server/apply/photos/photos.ts',
        "'faceUnclear'",
      ]),
      onScreen('idPhotos', 'strings', 'failedFace', 'Face recognition failed, please select face recognition again', [
        'screens/idPhotos/screen.tsx',
        "'failedFace'",
      ]),
    ],
  },
  {
    says: 'OCR failure messages for front, back and PAN',
    is: 'rule',
    places: [
      fromLender(
        'photoUnreadable',
        'The photo could not be read. Please take it again',
        ['server/apply/photos/photos.ts', "'photoUnreadable'"],
        {
          because: notShown,
        },
      ),
      fromLender(
        'photoTooSmall',
        'The photo is too small to be read. Please take it again, closer',
        ['server/apply/photos/photos.ts', "'photoTooSmall'"],
        { because: 'A Kenyan card has no PAN; front and back share the causes.' },
      ),
    ],
  },
  {
    says: 'Upload flow: 0 success, 1 data collection started, -1 failed',
    is: 'rule',
    places: [value('machines/model/collection.ts', 'UPLOAD_STATUSES', [0, 1, -1], ['server/calls/collection.ts', 'UPLOAD_STATUSES'])],
  },
];
