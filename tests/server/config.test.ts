import { describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { firstLoan } from '#src/market/products.ts';
import { LENDER_IDENTITY } from '#tests/support/productionSettings.ts';

const sandbox = { SANDBOX: '1' };
const production = {
  ...LENDER_IDENTITY,
  DARAJA_CONSUMER_KEY: 'k',
  DARAJA_CONSUMER_SECRET: 's',
  DARAJA_SHORTCODE: '174379',
  DARAJA_PASSKEY: 'p',
  DARAJA_B2C_SHORTCODE: '600000',
  DARAJA_INITIATOR_NAME: 'i',
  DARAJA_SECURITY_CREDENTIAL: 'c',
  DARAJA_CALLBACK_URL: 'https://lender.example/',
  SMS_URL: 'https://sms.example',
  SMS_TOKEN: 't',
};

const complaints = (env: Record<string, string>, products = [firstLoan]): readonly string[] => {
  try {
    readConfig(env, products);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
};

describe('config, sandbox without other values', () => {
  it('config, sandbox without other values: has the documented defaults', () => {
    const config = readConfig(sandbox);
    expect(config).toMatchObject({
      mode: 'sandbox',
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      packageName: 'ke.example.loan',
      daraja: null,
      sms: null,
      dataKeys: null,
      dataKeyFile: null,
      reader: 'embedded',
    });
    expect(config.dataDir).toMatch(/\/\.data$/);
  });
});

describe('production', () => {
  it('config, production with a part of the credentials of the rail: one sentence names those that are missing', () => {
    const { DARAJA_PASSKEY: _, DARAJA_B2C_SHORTCODE: __, ...env } = production;
    expect(complaints(env)).toEqual(['DARAJA_PASSKEY, DARAJA_B2C_SHORTCODE must be set too, because other values of the same group are.']);
  });

  it('config, production with Daraja and an SMS gateway: is accepted', () => {
    expect(readConfig(production)).toMatchObject({
      mode: 'production',
      daraja: { callbackBaseUrl: 'https://lender.example' },
      sms: {
        providers: [{ name: 'gateway', url: 'https://sms.example', token: 't', sender: 'Example Loan' }],
        prices: {},
        reportsTo: 'https://lender.example',
      },
    });
  });

  it('config, production without Daraja and SMS gateway: is refused with one sentence for each', () => {
    expect(complaints(LENDER_IDENTITY)).toEqual([expect.stringContaining('DARAJA_'), expect.stringContaining('SMS_URL')]);
  });

  it.each(Object.keys(LENDER_IDENTITY))('config, production without %s: is refused with one sentence', (name) => {
    expect(complaints({ ...production, [name]: '' })).toEqual([expect.stringMatching(`^Production needs ${name}: [^.]+\\.$`)]);
  });

  it('config, production: has the company that was set, and no phone or WhatsApp by default', () => {
    expect(readConfig(production).support).toEqual({
      email: 'help@lender.example',
      phone: null,
      whatsapp: null,
      hours: { days: 'mon-fri', from: '08:00', to: '17:00' },
      company: {
        name: 'Pesa Haraka Limited',
        address: '12 Biashara Street, Nairobi',
        licence: 'DCP/0042',
        regulator: 'Central Bank of Kenya',
        regulatorContact: 'www.centralbank.go.ke',
        dataOfficerEmail: 'data@lender.example',
        policiesSince: '2026-03-01',
      },
    });
  });

  it('config, phone, WhatsApp and hours: are read, the WhatsApp number in any spelling', () => {
    const ways = { SUPPORT_PHONE: '0800 123 456', SUPPORT_WHATSAPP: '0712 345 678', SUPPORT_HOURS: '07:30-20:00', SUPPORT_DAYS: 'mon-sun' };
    expect(readConfig({ ...production, ...ways }).support).toMatchObject({
      phone: '0800 123 456',
      whatsapp: '254712345678',
      hours: { days: 'mon-sun', from: '07:30', to: '20:00' },
    });
  });

  it.each([
    ['0712345678', '+254 712 345 678'],
    ['254 712 345 678', '+254 712 345 678'],
    ['020 1234567', '+254 20 123 4567'],
    ['0800 123 456', '0800 123 456'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
  ])('config, phone line set as %s: is shown as %s', (SUPPORT_PHONE, shown) => {
    expect(readConfig({ ...production, SUPPORT_PHONE }).support.phone).toBe(shown);
  });

  it('production, config, sandbox: every name of the lender says that it is an example', () => {
    const { email, company } = readConfig(sandbox).support;
    const { policiesSince: _date, ...names } = company;
    for (const name of [email, ...Object.values(names)]) expect(name).toMatch(/example/i);
  });

  it.each(['SMS_URL', 'DARAJA_BASE_URL', 'AFRICASTALKING_BASE_URL', 'TWILIO_BASE_URL'])(
    'config, production with %s over http to another machine: is refused',
    (name) => {
      for (const address of [
        'http://sms.example',
        'http://10.0.0.7:8080',
        'http://localhost.example',
        'http://127.0.0.1.example/',
        'HTTP://x.example',
      ])
        expect(complaints({ ...production, [name]: address }), address).toEqual([
          expect.stringMatching(`^${name} must begin with https:// .*\\.$`),
        ]);
      for (const address of ['http://127.0.0.1:9', 'http://localhost/sms', 'http://[::1]:9', 'https://sms.example'])
        expect(complaints({ ...production, [name]: address }), address).toEqual([]);
    },
  );

  it('config, hours until a person decides about a payout without a result: are read; four by default', () => {
    expect(readConfig(production)).toMatchObject({ payoutHoldHours: 4 });
    expect(readConfig({ ...production, PAYOUT_HOLD_HOURS: '12' })).toMatchObject({ payoutHoldHours: 12 });
  });

  it('config, float and list of payments: are read; an alarm at KSh 200,000 and no list by default', () => {
    expect(readConfig(production)).toMatchObject({ floatAlarm: 20_000_000, daraja: { pullNumber: null } });
    const set = { ...production, FLOAT_ALARM: '5000', DARAJA_PULL_NUMBER: '0722 000 000' };
    expect(readConfig(set)).toMatchObject({ floatAlarm: 500_000, daraja: { pullNumber: '254722000000' } });
  });

  it.each([
    ['FLOAT_ALARM', '-1'],
    ['PAYOUT_HOLD_HOURS', '0'],
    ['FLOAT_ALARM', 'much'],
    ['DARAJA_PULL_NUMBER', '174379'],
    ['DARAJA_SHORTCODE', 'abc'],
    ['DARAJA_SHORTCODE', '1743'],
    ['DARAJA_SHORTCODE', '174 379'],
    ['DARAJA_B2C_SHORTCODE', '254712345678'],
    ['DARAJA_INITIATOR_NAME', 'Amani Njoroge'],
    ['DARAJA_PAYBILL_INITIATOR_NAME', 'Amani Njoroge'],
  ])('config, %s "%s": is refused with one sentence', (name, value) => {
    expect(complaints({ ...production, [name]: value })).toEqual([expect.stringMatching(`^${name} must be [^.]+\\.$`)]);
  });

  it.each(['17437', '174379', '7174379'])('config, shortcode %s: is accepted', (shortcode) => {
    expect(complaints({ ...production, DARAJA_SHORTCODE: shortcode, DARAJA_B2C_SHORTCODE: shortcode })).toEqual([]);
  });

  const twilio = { TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`, TWILIO_AUTH_TOKEN: 't', TWILIO_SENDER: 'EXAMPLE' };
  const africasTalking = { AFRICASTALKING_USERNAME: 'lender', AFRICASTALKING_API_KEY: 'k' };

  it('config, two providers of texts: are read in the order they are asked, with prices and the address of reports', () => {
    const both = { ...twilio, ...africasTalking, SMS_PROVIDER: 'twilio', SMS_SECOND_PROVIDER: 'africastalking' };
    const { sms } = readConfig({ ...production, ...both, SMS_PRICES: 'twilio=900', SMS_CALLBACK_URL: 'https://sms.lender.example/' });
    expect(sms).toMatchObject({
      providers: [
        { name: 'twilio', baseUrl: 'https://api.twilio.com', sender: 'EXAMPLE' },
        { name: 'africastalking', baseUrl: 'https://api.africastalking.com', username: 'lender', sender: null },
      ],
      prices: { twilio: 900 },
      reportsTo: 'https://sms.lender.example',
    });
  });

  it("config, Africa's Talking with its user sandbox: texts its simulator", () => {
    const set = { ...sandbox, ...africasTalking, AFRICASTALKING_USERNAME: 'sandbox' };
    expect(readConfig(set).sms?.providers).toMatchObject([{ baseUrl: 'https://api.sandbox.africastalking.com' }]);
  });

  it.each([
    [{ SMS_PROVIDER: 'pigeon' }, /^SMS_PROVIDER must be one of gateway, africastalking, twilio, not "pigeon"\.$/],
    [{ SMS_PROVIDER: 'twilio' }, /^SMS_PROVIDER is twilio, which needs TWILIO_ACCOUNT_SID, /],
    [{ SMS_PROVIDER: 'gateway', SMS_SECOND_PROVIDER: 'gateway' }, /^SMS_SECOND_PROVIDER must be another provider/],
    [{ ...africasTalking }, /^SMS_PROVIDER must say which provider is asked first: gateway or africastalking\.$/],
    [{ SMS_PRICES: 'gateway=0.8' }, /^SMS_PRICES must look like /],
    [{ SMS_CALLBACK_URL: 'http://lender.example' }, /^SMS_CALLBACK_URL must be an address that begins with https/],
    [{ DARAJA_CALLBACK_URL: 'http://lender.example' }, /^DARAJA_CALLBACK_URL must be an address that begins with https/],
    [{ AFRICASTALKING_API_KEY: 'k' }, /^AFRICASTALKING_USERNAME must be set too/],
    [{ ...twilio, SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1' }, /^TWILIO_ACCOUNT_SID must be AC and 32 hex digits\.$/],
    [{ ...twilio, SMS_PROVIDER: 'twilio', TWILIO_SENDER: 'a name that is too long' }, /^TWILIO_SENDER must be a number such as /],
  ])('config of texts, %o: is refused with one sentence', (set, sentence) => {
    expect(complaints({ ...production, ...set })).toEqual([expect.stringMatching(sentence)]);
  });

  it('config, sandbox with a gateway over http: is accepted', () => {
    expect(complaints({ ...sandbox, SMS_URL: 'http://sms.example', SMS_TOKEN: 't' })).toEqual([]);
  });

  it('config, production with PostgreSQL and without a key: is refused with one sentence', () => {
    const databaseUrl = { DATABASE_URL: 'postgres://u:secret@db/lender' };
    const said = complaints({ ...production, ...databaseUrl });
    expect(said).toEqual([expect.stringMatching(/^Production with DATABASE_URL needs DATA_KEYS or DATA_KEY_FILE: .*\.$/)]);
    expect(said.join()).not.toContain('secret');
    expect(complaints({ ...production, ...databaseUrl, PHOTO_KEY: '0123456789abcdef'.repeat(4) })).toEqual([]);
    const guessable = `2:${'0123456789abcdef'.repeat(4)},1:${'0'.repeat(64)}`;
    expect(complaints({ ...production, ...databaseUrl, DATA_KEYS: guessable })).toEqual([
      expect.stringMatching(/^DATA_KEYS holds a key that anybody can guess/),
    ]);
    expect(complaints({ ...production, ...databaseUrl, PHOTO_KEY: '0'.repeat(64) })).toEqual([
      expect.stringMatching(/^PHOTO_KEY holds a key that anybody can guess/),
    ]);
    expect(complaints({ ...sandbox, ...databaseUrl })).toEqual([]);
  });

  it('config, production with an empty DATABASE_URL: is refused, because it would start on another database', () => {
    for (const DATABASE_URL of ['', ' '])
      expect(complaints({ ...production, DATABASE_URL })).toEqual([
        'DATABASE_URL is empty: name a PostgreSQL, or leave the setting out to use the embedded database in DATA_DIR.',
      ]);
    expect(complaints({ ...sandbox, DATABASE_URL: '' })).toEqual([]);
  });

  it('production, config, FRAME_ANCESTORS: nobody by default, or the named origins', () => {
    expect(readConfig(production).frameAncestors).toEqual([]);
    expect(readConfig({ ...production, FRAME_ANCESTORS: 'none' }).frameAncestors).toEqual([]);
    expect(readConfig({ ...production, FRAME_ANCESTORS: ' https://a.example  https://b.example:8443 ' }).frameAncestors).toEqual([
      'https://a.example',
      'https://b.example:8443',
    ]);
  });

  it('config, production with the sandbox on: is refused', () => {
    expect(complaints({ ...sandbox, NODE_ENV: 'production' })).toEqual([expect.stringContaining('SANDBOX=1 is refused')]);
  });
});

describe('config, port of the monitor', () => {
  it.each<Record<string, string>>([{}, { HOST: '0.0.0.0' }, { HOST: '::', MONITOR_HOST: '10.0.0.7' }, { MONITOR_HOST: '0.0.0.0' }])(
    'config, monitor at the port of the lender, %o: is refused with one sentence that names both settings',
    (hosts) => {
      const sentence = /^MONITOR_PORT must be another port than PORT, which is 8080: .*\.$/;
      expect(complaints({ ...sandbox, ...hosts, MONITOR_PORT: '8080' })).toEqual([expect.stringMatching(sentence)]);
    },
  );

  it('config, MONITOR_HOST that is no address: is refused', () => {
    expect(complaints({ ...sandbox, MONITOR_PORT: '9090', MONITOR_HOST: 'http://10.0.0.7' })).toEqual([
      expect.stringMatching(/^MONITOR_HOST must be/),
    ]);
  });

  it.each<Record<string, string>>([
    { MONITOR_PORT: '9090' },
    { HOST: '::1' },
    { HOST: 'lender-1.internal' },
    { PORT: '0', MONITOR_PORT: '0' },
    { HOST: '10.0.0.7', MONITOR_PORT: '8080' },
    { HOST: '127.0.0.1', MONITOR_HOST: '10.0.0.7', MONITOR_PORT: '8080' },
  ])('config, %o: is accepted', (set) => expect(complaints({ ...sandbox, ...set })).toEqual([]));
});

describe('config, invalid value: one sentence names the variable', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', ':'],
    ['HOST', '127.0.0.1:8080'],
    ['TOKEN_DAYS', '0'],
    ['SUPPORT_EMAIL', 'support'],
    ['SUPPORT_PHONE', 'call us'],
    ['SUPPORT_PHONE', '0800-123'],
    ['SUPPORT_WHATSAPP', '0800 123 456'],
    ['SUPPORT_HOURS', '8-17'],
    ['SUPPORT_HOURS', '17:00-08:00'],
    ['SUPPORT_HOURS', '08:00-24:00'],
    ['SUPPORT_DAYS', 'weekdays'],
    ['LENDER_NAME', 'Mkopo ✓'],
    ['LENDER_ADDRESS', 'x'.repeat(201)],
    ['LENDER_LICENCE', 'a\nb'],
    ['LENDER_REGULATOR', 'x'],
    ['LENDER_REGULATOR_CONTACT', '中央'],
    ['DATA_OFFICER_EMAIL', 'officer'],
    ['POLICIES_SINCE', '01-03-2026'],
    ['POLICIES_SINCE', '2026-02-30'],
    ['APP_DOWNLOAD_URL', 'http://lender.example/app'],
    ['CHANNEL_PLACES', '7=many'],
    ['CHANNEL_PLACES', 'a b=3'],
    ['SANDBOX', 'yes'],
    ['PACKAGE_NAME', 'loan'],
    ['APP_NAME', 'Mkopo ✓'],
    ['PAGE_HOST', 'https://loan.example.ke'],
    ['PAGE_HOST', 'loan.example.ke:8080'],
    ['PAGE_HOST', 'localhost'],
    ['DESK_HOST', 'https://desk.example.ke'],
    ['PHOTO_KEY', 'abc'],
    ['DATA_KEYS', '1:abc'],
    ['READER', 'eyes'],
    ['DATABASE_URL', 'mysql://x'],
    ['LOG_LEVEL', 'loud'],
    ['SMS_URL', 'https://x'],
    ['DARAJA_PASSKEY', 'x'],
    ['FRAME_ANCESTORS', '*'],
    ['FRAME_ANCESTORS', 'app.example'],
    ['FRAME_ANCESTORS', 'http://app.example'],
    ['FRAME_ANCESTORS', 'https://app.example/page'],
    ['FRAME_ANCESTORS', "https://app.example; script-src 'unsafe-inline'"],
    ['TRUST_PROXY', 'maybe'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0/8'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1'],
    ['TRUST_PROXY', '10.0.0.0/7'],
    ['TRUST_PROXY', '2000::/3'],
    ['TRUST_PROXY', '::ffff:0:0/96'],
    ['TRUST_PROXY', '::ffff:128.0.0.0/97'],
    ['TRUST_PROXY', '::/8'],
    ['CODES_PER_HOUR', '0'],
    ['CODES_PER_ADDRESS', 'many'],
    ['TRUST_PROXY', '10.0.0.1 10.0.0.2'],
  ])('config, %s=%s: is refused, and one sentence names the variable', (name, value) => {
    const said = complaints({ ...sandbox, [name]: value });
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(name === 'SMS_URL' ? /SMS_TOKEN/ : name === 'DARAJA_PASSKEY' ? /DARAJA_CONSUMER_KEY/ : name);
    expect(said[0]).toMatch(/\.$/);
  });

  it('config, secret value refused: is not in the sentence', () => {
    expect(complaints({ ...sandbox, PHOTO_KEY: 'hunter2hunter2' }).join()).not.toContain('hunter2');
    expect(complaints({ ...sandbox, DATABASE_URL: 'mysql://u:hunter2@x' }).join()).not.toContain('hunter2');
  });

  it('config, several mistakes: are reported at once', () => {
    expect(complaints({ ...sandbox, PORT: 'x', PACKAGE_NAME: 'x' })).toHaveLength(2);
  });
});

describe('product that breaks a rule', () => {
  it.each([
    ['a fee above the principal', { ...firstLoan, fee: { rate: 98, mode: 'daily' as const } }, /would send|APR/],
    ['an APR over the cap', { ...firstLoan, interestRate: 4_000 }, /APR/],
    ['a term within 60 days', { ...firstLoan, termDays: [30] }, /within 60 days/],
  ])('product with %s: is refused with the reason', (_, product, reason) => {
    const said = complaints(sandbox, [product]);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(reason);
  });
});

describe('codes of answers', () => {
  it('codes of answers: are all different', () => {
    expect(new Set(Object.values(CODE)).size).toBe(Object.values(CODE).length);
  });
});
