import { useEffect, useRef } from 'react';

/** WebOTP, which is missing in the types of the DOM. Chrome on Android has it. In web views, the keyboard offers the code. */
interface SmsRequest {
  otp: { transport: readonly ['sms'] };
  signal: AbortSignal;
}

/**
 * Puts the code of an arriving SMS into an input. The browser asks the borrower first. It accepts only an SMS whose last line
 * names the host of this page; the lender writes this line if `PAGE_HOST` is set.
 * @param id of the input; null: no SMS arrives on this phone.
 */
export function useSmsCode(id: string | null, onCode: (code: string) => void): void {
  const report = useRef(onCode);
  useEffect(() => {
    report.current = onCode;
  });
  useEffect(() => {
    if (id === null || !('OTPCredential' in window)) return;
    const controller = new AbortController();
    const request: SmsRequest = { otp: { transport: ['sms'] }, signal: controller.signal };
    const fillIn = (credential: Credential | null): void => {
      const code = (credential as { code?: string } | null)?.code;
      const input = document.getElementById(id);
      if (!code || !(input instanceof HTMLInputElement)) return;
      input.value = code;
      report.current(code);
    };
    // Refused, timed out, or the page was left. The borrower types the code.
    navigator.credentials.get(request as CredentialRequestOptions).then(fillIn, () => undefined);
    return () => controller.abort();
  }, [id]);
}
