import type { SecurityEvent, SecurityLog } from '#server/store/securityLog.ts';

/** A log of security events in memory, in order. The approvals at the start of a fixture's loans are left out. */
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
