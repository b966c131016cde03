import type { Session } from '../http/session.ts';
import type { Actor } from './record-audit.ts';

/** The admin who makes a call, as the audit names one. */
export function actorOf(session: Session): Extract<Actor, { kind: 'admin' }> {
  return { kind: 'admin', userId: session.userId, address: session.wallet.text };
}
