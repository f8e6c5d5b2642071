import { useState } from 'react';
import { formatMsisdn } from '#machines/model/phoneNumber.ts';
import type { SandboxSms } from '#src/api/sandbox.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { chat } from '#src/ui/icon/primaryIcons.ts';
import { Panel } from '../parts/Panel.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';

/** The one-time code at the beginning of a message. Six digits elsewhere may be a paybill number. */
const codeIn = (text: string): string | null => /^(\d{6}) /.exec(text)?.[1] ?? null;

/** SMS of the lender, newest first. */
export function SmsPanel({ messages }: { messages: readonly SandboxSms[] }) {
  const [copied, setCopied] = useState<number | null>(null);
  const copy = (message: SandboxSms, code: string): void => {
    navigator.clipboard.writeText(code).then(
      () => setCopied(message.id),
      () => setCopied(null),
    );
  };
  return (
    <Panel title="Text messages" icon={chat} aside={messages.length > 0 && `${messages.length} received`}>
      {messages.length === 0 ? (
        <p className="sb-quiet">No messages yet. Codes for signing in arrive here.</p>
      ) : (
        <ScrollRegion label="Inbox">
          <ol>
            {messages.map((message) => {
              const code = codeIn(message.text);
              return (
                <li key={message.id}>
                  <article className="sb-sms" aria-label={`To ${formatMsisdn(message.to)}, ${formatMoment('en', message.at)}`}>
                    {code && (
                      <div className="sb-sms__code">
                        <strong className="sb-code">{code}</strong>
                        <Button kind="secondary" size="small" label={`Copy code ${code}`} onPress={() => copy(message, code)}>
                          {copied === message.id ? 'Copied' : 'Copy'}
                        </Button>
                      </div>
                    )}
                    <p>{message.text}</p>
                    <p className="sb-hint">
                      To {formatMsisdn(message.to)}, {formatMoment('en', message.at)}
                    </p>
                  </article>
                </li>
              );
            })}
          </ol>
        </ScrollRegion>
      )}
    </Panel>
  );
}
