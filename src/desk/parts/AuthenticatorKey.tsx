import type { AuthenticatorSetup } from '#src/api/desk.ts';
import { QrCode } from './QrCode.tsx';

/** The key for an authenticator app: a QR code for its camera, and the same key as letters. */
export const AuthenticatorKey = ({ authenticator: { uri, secret } }: { authenticator: AuthenticatorSetup }) => (
  <div className="dk-authenticator">
    <QrCode text={uri} label="Picture for the authenticator app" />
    <div>
      <p>Secret</p>
      <code className="dk-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    </div>
  </div>
);
