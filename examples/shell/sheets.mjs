// @ts-check
/** What a native app shows over its web view: its login, the phone book, and the prompt of M-PESA. One at a time. */
import { button, element, part } from './dom.mjs';
import { Refused, toMobile } from './operatorApi.mjs';

/**
 * @typedef {import('#src/bridge/messages.ts').ShellSession} ShellSession
 * @typedef {import('#src/api/sandbox.ts').SandboxPrompt} SandboxPrompt
 */

/** The phone book. */
const PEOPLE = [
  { name: 'Mary Njeri', phone: '+254 722 100 200' },
  { name: 'Peter Otieno', phone: '0733 200 300' },
  { name: 'Grace Akinyi', phone: '0110 555 666' },
  { name: 'John Kamau', phone: '254711400500' },
];

/** @type {{ close: () => void } | null} */
let open = null;

/**
 * @param {string} title
 * @param {() => void} onClose
 * @param {(content: HTMLElement) => void} draw
 * @returns {{ close: () => void }} which does not call `onClose`
 */
function showSheet(title, onClose, draw) {
  if (open) throw new Error('another sheet is open');
  const content = element('div');
  const cancel = () => {
    sheet.close();
    onClose();
  };
  const heading = element('h2', { id: 'sheetTitle', tabindex: '-1' }, [title]);
  const dialog = element(
    'div',
    {
      role: 'dialog',
      'aria-labelledby': 'sheetTitle',
      keydown: (event) => void (/** @type {KeyboardEvent} */ (event).key === 'Escape' && cancel()),
    },
    [heading, content, button('Close', cancel)],
  );
  const sheet = {
    close() {
      open = null;
      part('sheet').replaceChildren();
      part('webView').inert = false;
    },
  };
  open = sheet;
  draw(content);
  part('sheet').replaceChildren(dialog);
  part('webView').inert = true;
  heading.focus();
  return sheet;
}

/**
 * A form of one field. Its error stands with it, and nothing is pressed twice while it is sent.
 * @param {object} options
 * @param {string} options.about
 * @param {string} options.label
 * @param {string} options.press words of the button
 * @param {Readonly<Record<string, string>>} [options.input] attributes of the field
 * @param {(typed: string) => Promise<void>} options.send rejects with what to tell
 */
function oneField({ about, label, press, input = {}, send }) {
  const field = /** @type {HTMLInputElement} */ (element('input', { id: 'sheetField', 'aria-describedby': 'sheetError', ...input }));
  const error = element('p', { id: 'sheetError', class: 'error', role: 'alert' });
  let isBusy = false;
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    error.textContent = '';
    try {
      await send(field.value.trim());
    } catch (why) {
      error.textContent = why instanceof Refused ? why.message : 'This did not work. Try again.';
      field.focus();
    } finally {
      isBusy = false;
    }
  };
  return element('form', { novalidate: true, submit: (event) => void submit(event) }, [
    element('p', {}, [about]),
    element('label', { for: 'sheetField' }, [label]),
    field,
    error,
    element('button', { type: 'submit', class: 'main' }, [press]),
  ]);
}

/**
 * The native app's own login: a number, then the code. A number without an account gets one.
 * @param {ReturnType<typeof import('./operatorApi.mjs').openOperatorApi>} api
 * @param {string} appName
 * @returns {Promise<ShellSession | null>} null: it was closed
 * @throws {Error} while another sheet is open
 */
export function showLogin(api, appName) {
  /** @type {(session: ShellSession | null) => void} */
  let answer;
  /** @type {Promise<ShellSession | null>} */
  const answered = new Promise((resolve) => (answer = resolve));
  const sheet = showSheet(
    'Sign in to the phone',
    () => answer(null),
    (content) => {
      /** @param {string} mobile @param {'login' | 'register'} purpose */
      const askCode = (mobile, purpose) =>
        oneField({
          about:
            purpose === 'login'
              ? 'We sent you a code by SMS.'
              : `This number is new. By typing the code you accept the terms of ${appName} and open an account.`,
          label: `Code sent to +${mobile}`,
          press: 'Sign in',
          input: { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: '6' },
          send: async (code) => {
            if (!/^\d{6}$/.test(code)) throw new Refused('The code has 6 digits.');
            const session = await api.signIn(mobile, code, purpose);
            // Closed meanwhile: the answer was given.
            if (open === sheet) sheet.close();
            answer(session);
          },
        });
      const askNumber = oneField({
        about: `This page belongs to the native app ${appName}.`,
        label: 'Mobile number',
        press: 'Send the code',
        input: { type: 'tel', autocomplete: 'tel' },
        send: async (typed) => {
          const mobile = toMobile(typed);
          if (mobile === null) throw new Refused('Enter a Kenyan mobile number, like 0712 345 678.');
          const purpose = (await api.isKnown(mobile)) ? 'login' : 'register';
          await api.sendCode(mobile, purpose);
          content.replaceChildren(askCode(mobile, purpose));
          part('sheetField').focus();
        },
      });
      content.replaceChildren(askNumber);
    },
  );
  return answered;
}

/**
 * @returns {Promise<{ ok: true, name: string, phone: string } | { ok: false }>}
 * @throws {Error} while another sheet is open
 */
export function showPhoneBook() {
  /** @type {(picked: { ok: true, name: string, phone: string } | { ok: false }) => void} */
  let answer;
  /** @type {ReturnType<typeof showPhoneBook>} */
  const answered = new Promise((resolve) => (answer = resolve));
  const sheet = showSheet(
    'Choose a contact',
    () => answer({ ok: false }),
    (content) => {
      const pick = (/** @type {(typeof PEOPLE)[number]} */ person) => () => {
        sheet.close();
        answer({ ok: true, ...person });
      };
      content.replaceChildren(
        element(
          'ul',
          {},
          PEOPLE.map((person) => element('li', {}, [button(`${person.name} ${person.phone}`, pick(person))])),
        ),
      );
    },
  );
  return answered;
}

/** The prompt that is shown. @type {{ id: string, close: () => void } | null} */
let prompt = null;
/** Prompts that the person answered: M-PESA may still have them open. @type {Set<string>} */
const answeredPrompts = new Set();

/**
 * Cents as a person reads them.
 * @param {number} cents
 */
export const asKsh = (cents) => `KSh ${(cents / 100).toLocaleString('en-KE', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`;

/**
 * Shows the prompt of the SIM as long as it is open at M-PESA.
 * @param {SandboxPrompt | undefined} wanted undefined: none is open
 * @param {string | undefined} pin of the simulated wallet
 * @param {(id: string, answer: { pin: string } | { cancel: true }) => Promise<void>} send rejects with what to tell
 */
export function keepPrompt(wanted, pin, send) {
  if (prompt && prompt.id !== wanted?.id) {
    prompt.close();
    prompt = null;
  }
  // A sheet that is open stays; the prompt comes when it is closed.
  if (!wanted || open || answeredPrompts.has(wanted.id)) return;
  const { id, amount, business, account } = wanted;
  const end = () => {
    answeredPrompts.add(id);
    prompt = null;
  };
  const cancel = () => {
    end();
    // Where this does not arrive, the prompt expires by itself.
    send(id, { cancel: true }).catch(() => undefined);
  };
  const sheet = showSheet('M-PESA', cancel, (content) =>
    content.replaceChildren(
      oneField({
        about: `Do you want to pay ${asKsh(amount)} to ${business}, account ${account}?`,
        label: 'M-PESA PIN',
        press: 'Send',
        input: { inputmode: 'numeric', maxlength: '4', autocomplete: 'off', class: 'concealed' },
        send: async (typed) => {
          if (!/^\d{4}$/.test(typed)) throw new Refused('The PIN has 4 digits.');
          await send(id, { pin: typed });
          if (prompt?.id === id) sheet.close();
          end();
        },
      }),
      element('p', { class: 'quiet' }, [pin === undefined ? 'This number has no wallet.' : `The PIN of this simulated wallet is ${pin}.`]),
    ),
  );
  prompt = { id, close: sheet.close };
}
