import type { SecurityEvent, SecurityLog } from '#server/store/securityLog.ts';

/** A log of security events that keeps them in memory, in their order; without the approvals with which a fixture's loans begin. */
export function collectSecurityEvents(): { events: SecurityEvent[]; security: SecurityLog } {
  const events: SecurityEvent[] = [];
  const security: SecurityLog = {
    record: async (event) => {
      if (event.subject !== 'order.approve') events.push(event);
    },
    read: async () => [],
    writeLeftOut: async () => undefined,
  };
  return { events, security };
}
