/** The adapter of a configured provider. */
import { africasTalkingSms, type AfricasTalkingSettings } from './africasTalking.ts';
import { gatewaySms, type GatewaySettings } from './gateway.ts';
import type { Fetch } from './post.ts';
import type { SmsProvider } from './sms.ts';
import { twilioSms, type TwilioSettings } from './twilio.ts';

export type ProviderSettings = GatewaySettings | AfricasTalkingSettings | TwilioSettings;

export function createProvider(settings: ProviderSettings, fetch?: Fetch): SmsProvider {
  switch (settings.name) {
    case 'gateway':
      return gatewaySms(settings, fetch);
    case 'africastalking':
      return africasTalkingSms(settings, fetch);
    case 'twilio':
      return twilioSms(settings, fetch);
  }
}
