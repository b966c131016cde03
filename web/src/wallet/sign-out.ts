import { storedSession } from '../data/stored-session.ts';
import { stayOut } from './resume-practice.ts';
import type { SessionParts } from './session-parts.ts';

/** Forgets a session that the server has ended. The wallet stays connected. */
export function signOut(parts: SessionParts): void {
  stayOut(parts);
  storedSession.clear();
}
