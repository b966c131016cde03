import type { Session } from '../http/session.ts';
import type { Actor } from './record-audit.ts';

/** The calling admin, as the audit names them. */
export function actorOf(session: Session): Extract<Actor, { kind: 'admin' }> {
  return { kind: 'admin', userId: session.userId, address: session.wallet.text };
}
