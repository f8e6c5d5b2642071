/**
 * The calls of Daraja 3.0 that the lender makes, as Safaricom's documents describe them: fields of the request, of the answer
 * and of the callback. The simulator checks every request against this table only. `docs/daraja.md` names the sources, and
 * says which document is followed if two differ.
 */

/** `says`: text of the error about a wrong field of a request. */
interface Field {
  isRequired: boolean;
  isRight: (value: string) => boolean;
}

export interface DocumentedCall {
  /** Title of the page in the portal, https://developer.safaricom.co.ke/apis. */
  page: string;
  path: string;
  request: Readonly<Record<string, Field>>;
  /** Fields that identify the object of a query; at least one is required. */
  oneOf?: readonly string[];
  response: readonly string[];
  /** Answer to an invalid access token: HTTP status, code, text. */
  tokenError: readonly [number, string, string];
  /** Keys of the result in the callback; empty: there is no callback. */
  resultParameters: readonly string[];
}

type Check = Field['isRight'];

const required = (isRight: Check): Field => ({ isRequired: true, isRight });
const optional = (isRight: Check): Field => ({ isRequired: false, isRight });

const digits =
  (least: number, most: number): Check =>
  (value) =>
    /^\d+$/.test(value) && value.length >= least && value.length <= most;
const text =
  (least: number, most: number): Check =>
  (value) =>
    value.length >= least && value.length <= most;
const only =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value);
/** Whole shillings: no request in the documents has cents. */
const amount: Check = (value) => /^[1-9]\d{0,6}$/.test(value);
/** 12 digits without the plus sign. */
const msisdn: Check = (value) => /^254[17]\d{8}$/.test(value);
const shortcode = digits(5, 7);
const timestamp: Check = (value) => /^20\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(value);
const moment: Check = (value) => /^20\d\d-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(value);
/** Customer To Business, "URL Requirements". */
const FORBIDDEN_IN_ADDRESS = /m-?pesa|safaricom|exec?|cmd|sql|query/i;
const address: Check = (value) => URL.canParse(value) && /^https?:\/\//.test(value) && !FORBIDDEN_IN_ADDRESS.test(value);
const base64: Check = (value) => /^[A-Za-z0-9+/]+={0,2}$/.test(value);

const conversation = ['OriginatorConversationID', 'ConversationID', 'ResponseCode', 'ResponseDescription'] as const;

/** Fields about the caller and the addresses of the answer, which are the same in every call to M-PESA's core. */
const asker = {
  Initiator: required(text(1, 100)),
  SecurityCredential: required(text(1, 1_000)),
  Remarks: required(text(2, 100)),
  QueueTimeOutURL: required(address),
  ResultURL: required(address),
};

const INVALID_TOKEN = {
  gateway: [404, '404.001.03', 'Invalid Access Token'],
  core: [400, '400.003.01', 'Invalid Access Token'],
  accounts: [401, '401.002.01', 'Error Occurred - Invalid Access Token'],
  pull: [401, '401.001', 'Invalid Access Token'],
} as const satisfies Record<string, DocumentedCall['tokenError']>;

export const DOCUMENTED = {
  push: {
    page: 'M-Pesa Express Simulate',
    path: '/mpesa/stkpush/v1/processrequest',
    request: {
      BusinessShortCode: required(shortcode),
      Password: required(base64),
      Timestamp: required(timestamp),
      TransactionType: required(only('CustomerPayBillOnline', 'CustomerBuyGoodsOnline')),
      Amount: required(amount),
      PartyA: required(msisdn),
      PartyB: required(shortcode),
      PhoneNumber: required(msisdn),
      CallBackURL: required(address),
      AccountReference: required(text(1, 12)),
      TransactionDesc: optional(text(1, 13)),
    },
    response: ['MerchantRequestID', 'CheckoutRequestID', 'ResponseCode', 'ResponseDescription', 'CustomerMessage'],
    tokenError: INVALID_TOKEN.gateway,
    resultParameters: ['Amount', 'MpesaReceiptNumber', 'Balance', 'TransactionDate', 'PhoneNumber'],
  },
  pushQuery: {
    page: 'M-Pesa Express Query',
    path: '/mpesa/stkpushquery/v1/query',
    request: {
      BusinessShortCode: required(shortcode),
      Password: required(base64),
      Timestamp: required(timestamp),
      CheckoutRequestID: required(text(1, 100)),
    },
    response: ['ResponseCode', 'ResponseDescription', 'MerchantRequestID', 'CheckoutRequestID', 'ResultCode', 'ResultDesc'],
    tokenError: INVALID_TOKEN.gateway,
    resultParameters: [],
  },
  payWallet: {
    page: 'Business To Customer',
    path: '/mpesa/b2c/v3/paymentrequest',
    request: {
      OriginatorConversationID: required(text(1, 100)),
      InitiatorName: required(text(1, 100)),
      SecurityCredential: asker.SecurityCredential,
      CommandID: required(only('SalaryPayment', 'BusinessPayment', 'PromotionPayment')),
      Amount: required(amount),
      PartyA: required(shortcode),
      PartyB: required(msisdn),
      Remarks: asker.Remarks,
      QueueTimeOutURL: asker.QueueTimeOutURL,
      ResultURL: asker.ResultURL,
      Occassion: optional(text(1, 100)),
    },
    response: conversation,
    tokenError: INVALID_TOKEN.accounts,
    resultParameters: [
      'TransactionAmount',
      'TransactionReceipt',
      'ReceiverPartyPublicName',
      'TransactionCompletedDateTime',
      'B2CUtilityAccountAvailableFunds',
      'B2CWorkingAccountAvailableFunds',
      'B2CRecipientIsRegisteredCustomer',
      'B2CChargesPaidAccountAvailableFunds',
    ],
  },
  payBill: {
    page: 'Business Pay Bill',
    path: '/mpesa/b2b/v1/paymentrequest',
    request: {
      ...asker,
      CommandID: required(only('BusinessPayBill')),
      SenderIdentifierType: required(only('4')),
      RecieverIdentifierType: required(only('4')),
      Amount: required(amount),
      PartyA: required(shortcode),
      PartyB: required(shortcode),
      AccountReference: required(text(1, 13)),
      Requester: optional(msisdn),
      Occassion: optional(text(1, 100)),
    },
    response: conversation,
    tokenError: INVALID_TOKEN.gateway,
    resultParameters: [
      'DebitAccountBalance',
      'Amount',
      'DebitPartyAffectedAccountBalance',
      'TransCompletedTime',
      'DebitPartyCharges',
      'ReceiverPartyPublicName',
      'Currency',
      'InitiatorAccountCurrentBalance',
    ],
  },
  status: {
    page: 'Transaction Status',
    path: '/mpesa/transactionstatus/v1/query',
    request: {
      ...asker,
      CommandID: required(only('TransactionStatusQuery')),
      TransactionID: optional(text(1, 30)),
      OriginalConversationID: optional(text(1, 100)),
      // The name of the field in Daraja 2.0.
      OriginatorConversationID: optional(text(1, 100)),
      PartyA: required(digits(5, 12)),
      IdentifierType: required(only('4')),
      Occasion: optional(text(1, 100)),
    },
    oneOf: ['TransactionID', 'OriginalConversationID'],
    response: conversation,
    tokenError: INVALID_TOKEN.core,
    resultParameters: [
      'DebitPartyName',
      'CreditPartyName',
      'OriginatorConversationID',
      'InitiatedTime',
      'DebitAccountType',
      'DebitPartyCharges',
      'TransactionReason',
      'ReasonType',
      'TransactionStatus',
      'FinalisedTime',
      'Amount',
      'ConversationID',
      'ReceiptNo',
    ],
  },
  balance: {
    page: 'Account Balance',
    path: '/mpesa/accountbalance/v1/query',
    request: {
      ...asker,
      CommandID: required(only('AccountBalance')),
      PartyA: required(shortcode),
      IdentifierType: required(only('4')),
    },
    response: conversation,
    tokenError: INVALID_TOKEN.accounts,
    resultParameters: ['AccountBalance', 'BOCompletedTime'],
  },
  reversal: {
    page: 'Reversals',
    path: '/mpesa/reversal/v1/request',
    request: {
      ...asker,
      CommandID: required(only('TransactionReversal')),
      TransactionID: required(text(1, 30)),
      Amount: required(amount),
      ReceiverParty: required(shortcode),
      RecieverIdentifierType: required(only('11')),
      Occasion: optional(text(1, 100)),
    },
    response: conversation,
    tokenError: INVALID_TOKEN.gateway,
    resultParameters: [
      'DebitAccountBalance',
      'Amount',
      'TransCompletedTime',
      'OriginalTransactionID',
      'Charge',
      'CreditPartyPublicName',
      'DebitPartyPublicName',
    ],
  },
  registerAddresses: {
    page: 'Customer To Business (C2B)',
    path: '/mpesa/c2b/v2/registerurl',
    request: {
      ShortCode: required(shortcode),
      ResponseType: required(only('Completed', 'Cancelled')),
      ConfirmationURL: required(address),
      ValidationURL: required(address),
    },
    response: ['OriginatorCoversationID', 'ResponseCode', 'ResponseDescription'],
    tokenError: INVALID_TOKEN.core,
    resultParameters: [],
  },
  registerPull: {
    page: 'Pull Transactions',
    path: '/pulltransactions/v1/register',
    request: {
      ShortCode: required(shortcode),
      RequestType: required(only('Pull')),
      NominatedNumber: required(msisdn),
      CallBackURL: required(address),
    },
    response: ['ResponseRefID', 'ResponseStatus', 'ShortCode', 'ResponseDescription'],
    tokenError: INVALID_TOKEN.pull,
    resultParameters: [],
  },
  pull: {
    page: 'Pull Transactions',
    path: '/pulltransactions/v1/query',
    request: {
      ShortCode: required(shortcode),
      StartDate: required(moment),
      EndDate: required(moment),
      OffSetValue: required(digits(1, 9)),
    },
    response: ['ResponseRefID', 'ResponseCode', 'ResponseMessage', 'Response'],
    tokenError: INVALID_TOKEN.pull,
    resultParameters: [],
  },
} as const satisfies Record<string, DocumentedCall>;

export type CallName = keyof typeof DOCUMENTED;

/** Fields of a message about a payment at the paybill (Customer To Business, "Callback Parameter Definition"). */
export const PAYBILL_MESSAGE = [
  'TransactionType',
  'TransID',
  'TransTime',
  'TransAmount',
  'BusinessShortCode',
  'BillRefNumber',
  'InvoiceNumber',
  'OrgAccountBalance',
  'ThirdPartyTransID',
  'MSISDN',
  'FirstName',
  'MiddleName',
  'LastName',
] as const;

/** Fields of one pulled payment. */
export const PULLED_PAYMENT = [
  'transactionId',
  'trxDate',
  'msisdn',
  'sender',
  'transactiontype',
  'billreference',
  'amount',
  'organizationname',
] as const;

export const callAt = (path: string): DocumentedCall | undefined =>
  (Object.values(DOCUMENTED) as DocumentedCall[]).find((call) => call.path === path);

/** The first field of a request that is missing, wrong or undocumented; null: all fields are as documented. */
export function wrongFieldOf(call: DocumentedCall, body: Readonly<Record<string, unknown>>): string | null {
  for (const name of Object.keys(body)) if (!(name in call.request)) return name;
  for (const [name, { isRequired, isRight }] of Object.entries(call.request)) {
    const value = body[name];
    if (value === undefined) {
      if (isRequired) return name;
      continue;
    }
    if ((typeof value !== 'string' && typeof value !== 'number') || !isRight(String(value))) return name;
  }
  if (call.oneOf && !call.oneOf.some((name) => body[name] !== undefined)) return call.oneOf[0] ?? null;
  return null;
}
