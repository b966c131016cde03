import { startControlledStandIn } from './stand-in.ts';

/**
 * The stand-in as a program with open controls, for proofs and e2e tests that drive it from another process.
 * Settings: PORT, BEGAN_AT (ISO; default now), SEASON, DRIFT=1. Prints its addresses in one line, and ends when its
 * standard input closes.
 */
const { PORT = '0', BEGAN_AT, SEASON = '0', DRIFT } = process.env;
const standIn = await startControlledStandIn({
  season: { number: Number(SEASON), beganAt: BEGAN_AT === undefined ? new Date() : new Date(BEGAN_AT) },
  control: true,
  drift: DRIFT === '1',
  port: Number(PORT),
});
console.log(JSON.stringify({ apiUrl: standIn.apiUrl, wsUrl: standIn.wsUrl }));
process.stdin.resume().once('close', () => process.exit(0));
