import type { SecurityEvent, SecurityLog } from '#server/store/securityLog.ts';

/** A log of security events that keeps them in memory, in their order. */
export function collectSecurityEvents(): { events: SecurityEvent[]; security: SecurityLog } {
  const events: SecurityEvent[] = [];
  const security: SecurityLog = {
    record: async (event) => void events.push(event),
    read: async () => [],
    writeLeftOut: async () => undefined,
  };
  return { events, security };
}
