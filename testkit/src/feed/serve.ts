import { startControlledStandIn } from './stand-in.ts';

/**
 * The stand-in as a program of its own, with its controls open, for the proofs and e2e tests that drive it from
 * another process. Settings: PORT, BEGAN_AT (ISO; default now), SEASON, DRIFT=1. Says on one line where it is, and
 * ends with its standard input.
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
